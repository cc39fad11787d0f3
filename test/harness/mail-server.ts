import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { untilTrue } from './box-office.ts'

/** A refusal of a recipient, or of a message; anything else is accepted. */
export type Refusal = { readonly code: number; readonly text: string }

export type MailServer = {
  /** The value of SMTP_URL. */
  readonly url: string
  /** Recipients of the accepted mails, in order. */
  readonly taken: readonly string[]
  /** The accepted mails, in order, as a mail client reads them. */
  readonly mails: readonly ReceivedMail[]
  /** Waits for the first mail to that recipient whose subject or text matches. */
  mailTo(recipient: string, words: RegExp): Promise<ReceivedMail>
  /** By address: the answer to RCPT TO; 5xx refuses for good, 4xx for now. */
  readonly answers: Map<string, number | Refusal>
  /** By address: the answer once the whole message has arrived. */
  readonly messageAnswers: Map<string, Refusal>
  /** Runs once a message has arrived and before it is answered: the rendezvous of a crash. */
  beforeAnswer: ((mail: ReceivedMail) => Promise<void>) | null
  /** Stops listening until `start`. */
  away(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export type ReceivedMail = Email & { readonly recipient: string; readonly raw: string }

/** Starts a real mail server on loopback. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const answers: MailServer['answers'] = new Map()
  const messageAnswers: MailServer['messageAnswers'] = new Map()
  let server = listen()
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  function listen(at = 0): SMTPServer {
    const next = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, callback) => callback(refusal(answers.get(address))),
      onData: (stream, session, callback) => {
        take(stream, session).then(
          () => callback(),
          (error: Error) => callback(error),
        )
      },
    })
    next.on('error', () => undefined)
    next.listen(at, '127.0.0.1')
    return next
  }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const recipient = session.envelope.rcptTo[0]?.address ?? ''
    const refused = refusal(messageAnswers.get(recipient))
    if (refused) throw refused
    const raw = Buffer.concat(chunks).toString('latin1')
    const mail = { ...(await PostalMime.parse(Buffer.concat(chunks))), recipient, raw }
    mails.push(mail)
    await mailServer.beforeAnswer?.(mail)
  }

  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    get taken() {
      return mails.map(({ recipient }) => recipient)
    },
    mails,
    async mailTo(to, words) {
      const find = () =>
        mails.find(({ recipient, subject = '', text = '' }) => {
          return recipient === to && (words.test(subject) || words.test(text))
        })
      await untilTrue(async () => find() !== undefined)
      return find() as ReceivedMail
    },
    answers,
    messageAnswers,
    beforeAnswer: null,
    away: close,
    async start() {
      server = listen(port)
      await once(server.server, 'listening')
    },
    stop: close,
  }
  return mailServer
}

/** Finds the address in a mail that has this path in it. */
export function linkIn({ text }: ReceivedMail, path: string): string {
  const found = new RegExp(`http://\\S+${path}\\S*`).exec(text ?? '')?.[0]
  if (!found) throw new Error(`no ${path} in the mail:\n${text}`)
  return found
}

function refusal(answer: number | Refusal | undefined): Error | null {
  if (answer === undefined) return null
  const { code, text } = typeof answer === 'number' ? { code: answer, text: 'no' } : answer
  return Object.assign(new Error(text), { responseCode: code })
}
