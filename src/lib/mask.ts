/** `ada@example.org` as `a…@example.org`: enough to know one's own, too little to write to anybody. */
export function maskAddress(address: string): string {
  const [name = '', domain = ''] = address.split('@')
  return `${[...name][0] ?? ''}…@${domain}`
}

const longest = 200

/** Takes addresses and quotations, which may name somebody, out of the words of a server or an error. */
export function maskWords(words: string): string {
  const [line = ''] = words.split('\n')
  return line
    .replace(/[^\s<>()"'=:,;]+@[^\s<>()"',;:]+/g, (address) => maskAddress(address))
    .replace(/"[^"]*"|“[^”]*”|«[^»]*»/g, '…')
    .slice(0, longest)
}
