/** Whether a text may be linked to: what an organisation typed could also be text, or run in the reader's browser. */
export function isWebAddress(text: string | null): text is string {
  return text !== null && /^https?:\/\/\S+$/i.test(text)
}

/** The pattern of what accountName reads, for a field of a form. */
export const accountPattern = '(acct:|@)?[\\w.\\-]{1,100}@[A-Za-z0-9.\\-]{1,253}(:\\d{1,5})?'
const accountText = new RegExp(`^${accountPattern}$`)

/**
 * Reads the name by which people search for an account of another server (RFC 7565): `name@host`, also written `@name@host`.
 *
 * @returns null: it is none
 */
export function accountName(text: string): string | null {
  const name = text.replace(/^(acct:|@)/, '')
  const [local = '', host = ''] = name.split('@')
  return accountText.test(text) && URL.canParse(`https://${host}`) ? `${local}@${host.toLowerCase()}` : null
}
