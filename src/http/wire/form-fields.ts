/**
 * Tells whether a form's many fields take longer than its bytes suggest: nine thousand of other names in 64 KiB took as long
 * as ten pages (ADR 0217).
 *
 * @param form application/x-www-form-urlencoded, in which nothing else is an ampersand
 */
export function hasMoreFields(form: Buffer, most: number): boolean {
  let fields = 1
  for (let at = form.indexOf('&'); at !== -1; at = form.indexOf('&', at + 1)) if (++fields > most) return true
  return false
}

/**
 * Between what the parts of multipart/form-data stand; null where it is none, or where two readers could read two of them.
 *
 * @param type Content-Type
 */
export function boundaryOf(type: string): string | null {
  if ((type.match(/boundary[^;=]*=/gi) ?? []).length !== 1) return null
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s";]{1,70}))\s*(?:;|$)/i.exec(type) ?? []
  return quoted ?? plain ?? null
}
