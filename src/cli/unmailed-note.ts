import type { Config } from '../config.ts'

/** What to add to a sentence that people are told, where no mail leaves; empty where they do. */
export function unmailedNote({ smtpUrl }: Pick<Config, 'smtpUrl'>, { sandbox }: { readonly sandbox: boolean }): string {
  if (sandbox) return ' Of a sandbox no mail to visitors is sent.'
  return smtpUrl === null ? ' SMTP_URL is not set: the mails lie in the outbox, and reach nobody.' : ''
}
