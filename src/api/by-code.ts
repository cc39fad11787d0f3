/** Turns a table of codes by meaning into one of meanings by the interface's code. */
export function byCode<const Codes extends Readonly<Record<string, string>>>(codes: Codes) {
  const entries = Object.entries(codes).map(([meaning, code]) => [code, meaning])
  return Object.fromEntries(entries) as { readonly [Meaning in keyof Codes as Codes[Meaning]]: Meaning }
}
