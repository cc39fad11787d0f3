/** A backup that cannot be read to its end, is not as it was made, or does not fit; nothing was changed. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
