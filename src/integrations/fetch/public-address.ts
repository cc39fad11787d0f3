import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The only IPv6 block handed out for the public internet (RFC 4291, IANA). What lies outside it is never reached, also what
 * ipaddr.js calls unicast because nobody has defined it yet.
 */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * True for an address that belongs to the public internet; false for anything that could lead inside, or is no address.
 * Which special ranges ipaddr.js knows is held by a table in the tests, for the day it is updated.
 */
export function isPublicAddress(text: string): boolean {
  // A zone names an interface of this machine. ipaddr.js alone also reads short and octal forms, which others read otherwise.
  if (text.includes('%') || isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.kind() === 'ipv6' && !address.match(globalUnicast)) return false
  return address.range() === 'unicast'
}
