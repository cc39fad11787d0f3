import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Ranges that ipaddr.js calls something else than plain unicast, or leaves as unicast, and that must not be reached. */
const refusedRanges = [
  '192.88.99.0/24', // 6to4 relays (RFC 7526)
  '192.0.0.0/24', // IETF protocol assignments (RFC 6890)
  '198.18.0.0/15', // benchmarking (RFC 2544)
  '64:ff9b::/96', // NAT64 (RFC 6052): would lead to any IPv4 address
  '64:ff9b:1::/48', // local NAT64 (RFC 8215)
  '2002::/16', // 6to4 (RFC 3056)
  '2001::/32', // Teredo (RFC 4380)
  '2001:db8::/32', // documentation (RFC 3849)
  '3fff::/20', // documentation (RFC 9637)
  '5f00::/16', // segment routing (RFC 9602)
  'fec0::/10', // site-local, retired but still routed by some (RFC 3879)
  '100::/64', // discard only (RFC 6666)
  '::/96', // IPv4-compatible, retired (RFC 4291)
].map((range) => ipaddr.parseCIDR(range))

/** True for an address that belongs to the public internet; false for anything that could lead inside, or is no address. */
export function isPublicAddress(text: string): boolean {
  // A zone names an interface of this machine.
  if (text.includes('%') || isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress()) return false
  if (address.range() !== 'unicast') return false
  return !refusedRanges.some(
    ([network, bits]) => network.kind() === address.kind() && address.match([network, bits]),
  )
}
