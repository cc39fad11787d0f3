import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IPv4 or IPv6 address, or a range such as 10.0.0.0/8; without a zone, which names an interface of one machine. */
export function isAddressOrRange(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Whether an address is one of these, or within one; an IPv4 address that came as an IPv6 one (`::ffff:…`) is the former. */
export function isWithin(address: string, entries: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const asked = ipaddr.process(address)
  return entries.some((entry) => {
    const [text = '', bits] = entry.split('/')
    const range = ipaddr.process(text)
    if (range.kind() !== asked.kind()) return false
    const all = range.kind() === 'ipv4' ? 32 : 128
    // Of a range that was written as `::ffff:10.0.0.0/104`.
    const mapped = range.kind() === 'ipv4' && text.includes(':') ? 96 : 0
    return asked.match(range, bits === undefined ? all : Math.max(0, Number(bits) - mapped))
  })
}
