import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../src/integrations/fetch/public-address.ts'

/** First and last address of each range: the rule alone, so that nothing here can reach a network. */
const refused: Record<string, readonly string[]> = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  'private 10': ['10.0.0.0', '10.255.255.255'],
  'private 172.16': ['172.16.0.0', '172.31.255.255'],
  'private 192.168': ['192.168.0.0', '192.168.255.255'],
  loopback: ['127.0.0.0', '127.255.255.255'],
  'link-local': ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
  'carrier-grade NAT': ['100.64.0.0', '100.127.255.255'],
  'protocol assignments': ['192.0.0.0', '192.0.0.255'],
  'TEST-NET': ['192.0.2.0', '192.0.2.255', '198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.255'],
  benchmarking: ['198.18.0.0', '198.19.255.255'],
  '6to4 relay': ['192.88.99.0', '192.88.99.255'],
  multicast: ['224.0.0.0', '239.255.255.255'],
  reserved: ['240.0.0.0', '255.255.255.254'],
  broadcast: ['255.255.255.255'],
  'IPv6 unspecified and loopback': ['::', '::1'],
  'IPv4 mapped': ['::ffff:8.8.8.8', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:10.0.0.1'],
  'IPv4 compatible': ['::127.0.0.1', '::8.8.8.8'],
  'IPv4 translated': ['::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::', '64:ff9b::127.0.0.1', '64:ff9b::ffff:ffff', '64:ff9b:1::', '64:ff9b:1:ffff::1'],
  '6to4': ['2002::', '2002:7f00:1::1', '2002:ffff:ffff::1'],
  Teredo: ['2001::', '2001:0:ffff::1'],
  'IPv6 protocol assignments': ['2001:2::1', '2001:10::1', '2001:20::1', '2001:1ff:ffff::1'],
  'unique local': ['fc00::', 'fd00::1', 'fdff:ffff::1'],
  'IPv6 link-local': ['fe80::', 'febf:ffff::1'],
  'site-local': ['fec0::', 'feff:ffff::1'],
  'IPv6 multicast': ['ff00::', 'ff02::1', 'ffff::1'],
  discard: ['100::', '100::ffff:ffff:ffff:ffff'],
  'IPv6 documentation': ['2001:db8::', '2001:db8:ffff::1', '3fff::', '3fff:fff:ffff::1'],
  'segment routing': ['5f00::', '5f00:ffff::1'],
  'never handed out': ['200::1', '1fff:ffff::1', '4000::1', '8000::1', 'e000::1'],
  'zone ids': ['fe80::1%eth0', '2606:4700::1111%1', '8.8.8.8%eth0'],
  'forms that programs read differently': ['8.8.8', '134744072', '0x8.8.8.8', '010.8.8.8', '8.8.8.8.', ' 8.8.8.8'],
  'no address': ['', 'example.org', '[2606:4700::1111]', '8.8.8.8:80', '8.8.8.8/32', '256.1.1.1'],
}

describe.each(Object.entries(refused))('%s', (_range, addresses) => {
  it.each(addresses)('%j is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('the neighbours of those ranges', () => {
  it.each([
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:db7::1',
    '2001:db9::1',
    '2003::1',
    '2606:4700:4700::1111',
    '2a00:1450:4007::1',
    '3ffe::1',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})
