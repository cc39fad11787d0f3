const vatCodes: Readonly<Record<string, number>> = { DX: 1000, VG: 2000, HC: 850, DD: 220 }

/** `NA`, a rate such as 5.5 or "5.50", or one of the codes of clients in the field. Undefined when it is none of them. */
export function parseVat(text: string): number | null | undefined {
  const upper = text.toUpperCase()
  if (upper === 'NA') return null
  const code = vatCodes[upper]
  if (code !== undefined) return code
  const match = /^(\d{1,2}|100)(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return undefined
  const hundredths = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return hundredths <= 10_000 ? hundredths : undefined
}
