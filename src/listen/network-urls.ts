/** Addresses at which other machines reach a server that listens on every address of this machine. */
import { isIPv6 } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'

/** @param listensAt address of the server; `::` takes IPv4 too */
export function networkUrls(
  { address: listensAt, port }: { address: string; port: number },
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>,
): string[] {
  if (listensAt !== '0.0.0.0' && listensAt !== '::') return []
  return Object.values(interfaces)
    .flatMap((addresses = []) => addresses)
    .filter(({ internal }) => !internal)
    .filter(({ family }) => family === 'IPv4' || listensAt === '::')
    .filter((info) => !isLinkLocal(info))
    .map(({ address }) => `http://${isIPv6(address) ? `[${address}]` : address}:${port}`)
}

/** An address that is unique only on its cable; URLs cannot name the cable. */
const isLinkLocal = (info: NetworkInterfaceInfo) => info.family === 'IPv6' && info.scopeid !== 0
