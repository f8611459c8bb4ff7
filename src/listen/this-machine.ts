/** Knows the addresses of this machine, which no proxy can reach. */
import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** @param hostname of a URL, an IPv6 address in brackets */
export function isThisMachine(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(name)
  if (family !== 0) return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4')
  return /^(.+\.)?localhost\.?$/i.test(name)
}
