/** What keeps a mail server from taking mails; `code` is what it answered, if it did. */
export type MailServerFault = {
  readonly kind: 'unknown_host' | 'not_listening' | 'silent' | 'tls' | 'login' | 'refused'
  readonly code: string | null
}

/** Whoever asks waits for it. */
const patienceMs = 10_000

type Failure = { readonly code?: string; readonly responseCode?: number; readonly message: string }

/** Connects to the server of SMTP_URL, greets it and signs in, without sending anything. Null: it lets us in. */
export async function tryMailServer(smtpUrl: string): Promise<MailServerFault | null> {
  const { createTransport } = await import('nodemailer')
  const patience = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs }
  const transport = createTransport({ url: smtpUrl, ...patience })
  try {
    await transport.verify()
    return null
  } catch (error) {
    return faultOf(error as Failure)
  } finally {
    transport.close()
  }
}

/** What servers say in words may repeat an account: only numbers are handed on. */
function faultOf({ code, responseCode, message }: Failure): MailServerFault {
  return { kind: kindOf(code, message), code: responseCode === undefined ? null : String(responseCode) }
}

function kindOf(code: string | undefined, message: string): MailServerFault['kind'] {
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message)) return 'unknown_host'
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(message)) return 'not_listening'
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login'
  if (code === 'ETLS' || /certificate|SSL|TLS|altname/i.test(message)) return 'tls'
  return code === 'ETIMEDOUT' ? 'silent' : 'refused'
}
