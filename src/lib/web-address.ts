/** Whether a text may be linked to: what an organisation typed could also be text, or run in the reader's browser. */
export function isWebAddress(text: string | null): text is string {
  return text !== null && /^https?:\/\/\S+$/i.test(text)
}
