import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export type OutgoingMail = {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly bodyText: string
}

/** `refused`: the address was refused for good. `in_outbox`: there is no mail server, the mail lies in the outbox. */
export type MailOutcome = 'sent' | 'refused' | 'in_outbox'

/** @throws Error when sending should be tried again */
export type Mailer = { send(mail: OutgoingMail): Promise<MailOutcome> }

type MailerOptions = {
  readonly smtpUrl: string | null
  readonly from: string
  readonly domain: string
  readonly outboxDirectory: string
}

/** Through the mail server of SMTP_URL; without one, as an `.eml` file in the outbox. A repeat carries the same Message-ID. */
export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === null ? outboxMailer(options) : smtpMailer(options, options.smtpUrl)
}

function envelope(options: MailerOptions, mail: OutgoingMail) {
  return {
    from: options.from,
    to: mail.recipient,
    subject: mail.subject,
    text: mail.bodyText,
    messageId: `<${mail.id}@${options.domain}>`,
  }
}

function smtpMailer(options: MailerOptions, smtpUrl: string): Mailer {
  const transport = createTransport(smtpUrl)
  return {
    async send(mail) {
      try {
        await transport.sendMail(envelope(options, mail))
        return 'sent'
      } catch (error) {
        // A 5xx at RCPT TO is for good; anything else may pass.
        const { responseCode, command } = error as { responseCode?: number; command?: string }
        if (command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500) return 'refused'
        throw error
      }
    },
  }
}

function outboxMailer(options: MailerOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(envelope(options, mail))
      await mkdir(options.outboxDirectory, { recursive: true, mode: 0o700 })
      const file = join(options.outboxDirectory, `${mail.id}.eml`)
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      return 'in_outbox'
    },
  }
}
