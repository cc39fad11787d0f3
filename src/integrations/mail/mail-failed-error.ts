/** A mail that did not get through for now. The message names the server's code and where it was said, never an address. */
export class MailFailedError extends Error {
  override readonly name = 'MailFailedError'
}
