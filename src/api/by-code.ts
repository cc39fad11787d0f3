/** What each code of the interface stands for, of the codes by what they stand for. */
export function byCode<const Codes extends Readonly<Record<string, string>>>(codes: Codes) {
  const entries = Object.entries(codes).map(([meaning, code]) => [code, meaning])
  return Object.fromEntries(entries) as { readonly [Meaning in keyof Codes as Codes[Meaning]]: Meaning }
}
