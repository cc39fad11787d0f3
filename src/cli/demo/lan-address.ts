import { isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { CommandRefusedError } from '../explain-failure.ts'

/**
 * Where a phone of the same network reaches this machine: the address that was given, or the first of its own that is
 * not for the machine alone.
 *
 * @param given true: none was
 * @throws CommandRefusedError where there is none, or what was given is not of this machine
 */
export function findLanAddress(given: string | true): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  const own = all.filter(({ family }) => family === 'IPv4')
  if (given === true) {
    const found = own.find(({ internal }) => !internal)
    if (found) return found.address
    throw new CommandRefusedError(
      'This machine is in no network. Join one, or say which of its addresses to use: npm run demo -- --lan 192.168.1.20',
    )
  }
  const isLoopback = given.startsWith('127.')
  if (isIPv4(given) && (isLoopback || own.some(({ address }) => address === given))) return given
  const named = own.map(({ address }) => address).join(', ')
  throw new CommandRefusedError(`${given} is no IPv4 address of this machine; it has ${named}.`)
}
