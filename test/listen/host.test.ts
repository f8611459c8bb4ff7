/** Host names of flags, and the addresses that a server names to other machines. */
import type { NetworkInterfaceInfo } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { hostFault, hostnameOf } from '../../src/listen/host.ts'
import { listen } from '../../src/listen/listen.ts'
import { networkUrls } from '../../src/listen/network-urls.ts'

test.each([
  ['mock', 'mock'],
  ['My_Mock.', 'my_mock'],
  ['192.168.1.5', '192.168.1.5'],
  ['[FD00::5]', '[fd00::5]'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
])('%s is the host %s', (text, name) => {
  expect([hostFault(text), hostnameOf(text)]).toEqual([undefined, name])
})

test('an IPv6 address needs no brackets in a flag', () => {
  expect(hostFault('fd00::5')).toBeUndefined()
})

test.each([
  ['', 'is empty'],
  ['mock:4010', 'has a port, which does not count'],
  ['mock:', 'has a port, which does not count'],
  ['[::1]:4010', 'has a port, which does not count'],
  ['http://mock', 'is a URL instead of a host name'],
  ['*.example.com', 'is a pattern instead of a host name'],
  ['.example.com', 'is a pattern instead of a host name'],
  ['a b', 'is not a host name'],
  ['a,b', 'is not a host name'],
  ['a/b', 'is not a host name'],
  ['user@host', 'is not a host name'],
  ['fe80::1%eth0', 'is not a host name'],
  ['.', 'is a pattern instead of a host name'],
  ['1.2.3.999', 'is not a host name'],
])('%j is no host', (text, fault) => {
  expect(hostFault(text)).toBe(fault)
})

const address = (info: Partial<NetworkInterfaceInfo>) =>
  ({ internal: false, family: 'IPv4', scopeid: 0, ...info }) as NetworkInterfaceInfo

test('a server at every address is reached at those of the network, without those of one cable', () => {
  const interfaces = {
    lo: [address({ address: '127.0.0.1', internal: true })],
    eth0: [
      address({ address: '192.168.1.5' }),
      address({ address: 'fd00::5', family: 'IPv6' }),
      address({ address: 'fe80::1', family: 'IPv6', scopeid: 2 }),
    ],
  }
  const urls = (listensAt: string) => networkUrls({ address: listensAt, port: 4020 }, interfaces)
  expect(urls('0.0.0.0')).toEqual(['http://192.168.1.5:4020'])
  expect(urls('::')).toEqual(['http://192.168.1.5:4020', 'http://[fd00::5]:4020'])
  expect([urls('127.0.0.1'), urls('192.168.1.5')]).toEqual([[], []])
})

test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])(
  'a server at %s is for this machine',
  async (host) => {
    const server = await listen(
      (_, __, { host: asked, onLoopback: isLoopback }) =>
        Response.json({ asked, onLoopback: isLoopback }),
      {
        port: 0,
        host,
        who: 'It',
      },
    )
    onTestFinished(() => server.close())
    const { url, onLoopback } = server
    expect(await (await fetch(url)).json()).toEqual({ asked: new URL(url).host, onLoopback: true })
    expect([onLoopback, server.networkUrls]).toEqual([true, []])
  },
)

test.each(['no-such-host.invalid', '203.0.113.7'])(
  'a wrong address, %s, is not blamed on the port',
  async (host) => {
    const server = listen(() => new Response(), { port: 0, host, who: 'It' })
    await expect(server).rejects.toMatchObject({
      code: 'TOPO_CANNOT_LISTEN',
      hint: 'Choose an address of this machine with --host, such as 127.0.0.1.',
    })
  },
)
