import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SendMailOptions, Transporter } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser/index.js'
import { once } from '../../lib/once.ts'
import { MailFailedError } from './mail-failed-error.ts'

export type Attachment = {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
  /** The name by which the HTML shows it (`cid:`); absent: it is for itself. */
  readonly cid?: string
}

export type OutgoingMail = {
  readonly id: string
  /** When it was written, not when it is sent: a repeat is the same mail. */
  readonly date: Date
  /** Null: the name of MAIL_FROM. */
  readonly senderName: string | null
  readonly replyTo: string | null
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The URL where the reader objects to such mails, on a page or by one click of a mail program; null: it is none to object to. */
  readonly objectionUrl: string | null
  /** Makes the attachments, only when the mail is really built. */
  readonly attachments: () => Promise<readonly Attachment[]>
}

/** `refused`: the address was refused for good. `in_outbox`: there is no mail server, the mail lies in the outbox. */
export type MailOutcome = 'sent' | 'refused' | 'in_outbox'

export type Mailer = {
  /** @throws MailFailedError when sending should be tried again */
  send(mail: OutgoingMail): Promise<MailOutcome>
  /** Removes mails from the outbox, whether or not they lie there; what was sent is out of our hands. */
  discard(ids: readonly string[]): Promise<void>
  /** Lets go of the mail server, once what is on its way has ended. */
  close(): void
}

type MailerOptions = {
  readonly smtpUrl: string | null
  readonly from: string
  readonly domain: string
  readonly outboxDirectory: string
  /** How many connections to the mail server may be open at once. */
  readonly connections: number
}

/** Sends mails through the server of SMTP_URL; without one, as an `.eml` file in the outbox. A repeat carries the same Message-ID. */
export function createMailer(options: MailerOptions): Mailer {
  const { send, close } = options.smtpUrl === null ? outboxSender(options) : smtpSender(options, options.smtpUrl)
  return {
    send,
    close,
    // Also with a mail server: mails of a time without one may still lie there.
    async discard(ids) {
      for (const id of ids) {
        const file = outboxFile(options, id)
        for (const path of [file, partOf(file)]) await rm(path, { force: true })
      }
    },
  }
}

/** Names and addresses apart, so that no comma or line break in one can become another header or recipient. */
async function messageOf(options: MailerOptions, mail: OutgoingMail): Promise<SendMailOptions> {
  const from = addressOf(options.from)
  return {
    from: { name: mail.senderName ?? from.name, address: from.address },
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo === null ? {} : { replyTo: { name: mail.senderName ?? from.name, address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: (await mail.attachments()).map((attachment) => ({ ...attachment })),
    date: mail.date,
    messageId: `<${mail.id}@${options.domain}>`,
    // Nobody's holiday answers back (RFC 3834), and no mail may read files or fetch addresses.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(mail.objectionUrl === null ? {} : oneClick(mail.objectionUrl)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 2369 and 8058. The address stays on one line with its name, however long it is. */
function oneClick(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** MAIL_FROM taken apart: `Guichet <no-reply@example.org>` or the address alone. */
function addressOf(from: string): { readonly name: string; readonly address: string } {
  const [first] = addressparser(from, { flatten: true })
  return first ?? { name: '', address: from }
}

/** Many processes never send a mail; the library is loaded with the first one. */
const loadMailer = () => import('nodemailer')

/** A server that says nothing for that long is away; the mail is tried again later. */
const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }
/** The longest time for a whole mail: a server might say a little now and then, for ever. */
const mostMs = 180_000
/** How long an unused connection is kept: it is let go before servers do so, which are said to wait for five minutes. */
const idleTimeout = 30_000

type Sender = Pick<Mailer, 'send' | 'close'>

function smtpSender(options: MailerOptions, smtpUrl: string): Sender {
  const pooled = { pool: true, maxConnections: options.connections, idleTimeout } as const
  let transport: Transporter | undefined
  const connect = once(async () => {
    transport = (await loadMailer()).createTransport({ url: smtpUrl, ...patience, ...pooled })
    return transport
  })
  return { send, close: () => transport?.close() }

  async function send(mail: OutgoingMail): Promise<MailOutcome> {
    const pool = await connect()
    const message = await messageOf(options, mail)
    try {
      await pool.sendMail({ ...message, signal: AbortSignal.timeout(mostMs) })
      return 'sent'
    } catch (error) {
      const failure = error as SmtpFailure
      if (isRefusedForGood(failure)) return 'refused'
      throw new MailFailedError(describe(failure))
    }
  }
}

type SmtpFailure = {
  readonly responseCode?: number
  readonly response?: string
  readonly command?: string
  readonly code?: string
}

/**
 * A 5xx at RCPT TO is about the address and for good. Except 552, which servers say of too many recipients (RFC 5321,
 * 4.5.3.1.10), and 5.7.x, which is about us: a relay not allowed, a block list (RFC 3463).
 */
function isRefusedForGood({ command, responseCode, response }: SmtpFailure): boolean {
  if (command !== 'RCPT TO' || responseCode === undefined) return false
  return responseCode >= 500 && responseCode !== 552 && !/^5\d\d[ -]5\.7\./.test(response ?? '')
}

/** Codes alone: what servers say in words often repeats the address. */
function describe({ command, responseCode, response, code }: SmtpFailure): string {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const said = [responseCode, enhanced].filter((part) => part !== undefined).join(' ')
  return [said || code || 'no answer', ...(command === undefined ? [] : [`at ${command}`])].join(' ')
}

function outboxSender(options: MailerOptions): Sender {
  const prepare = once(async () => (await loadMailer()).createTransport({ streamTransport: true, buffer: true }))
  return {
    async send(mail) {
      const transport = await prepare()
      const { message } = await transport.sendMail(await messageOf(options, mail))
      await writeSynced(outboxFile(options, mail.id), message as Buffer)
      return 'in_outbox'
    },
    close: () => undefined,
  }
}

/** Whole or not there, also after a power failure: it is on the disk before it has its name, and so is the name before this ends. */
async function writeSynced(file: string, content: Buffer): Promise<void> {
  const writePart = () =>
    withHandle(partOf(file), 'w', async (part) => {
      await part.writeFile(content)
      await part.sync()
    })
  await writePart().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writePart()
  })
  await rename(partOf(file), file)
  await withHandle(dirname(file), 'r', (directory) => directory.sync())
}

async function withHandle(path: string, flags: 'r' | 'w', work: (handle: FileHandle) => Promise<void>) {
  const handle = await open(path, flags, 0o600)
  await work(handle).finally(() => handle.close())
}

function outboxFile({ outboxDirectory }: MailerOptions, id: string): string {
  return join(outboxDirectory, `${id}.eml`)
}

/** While it is being written; a crash leaves it behind. */
function partOf(file: string): string {
  return `${file}.part`
}
