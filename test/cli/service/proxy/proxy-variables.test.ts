import { describe, expect, test } from 'vitest'
import { readEnvironment } from '../../../../src/cli/io/process/environment.ts'
import {
  directVariables,
  type ProxyVariables,
  proxyFor,
} from '../../../../src/cli/service/proxy/proxy-variables.ts'
import { KnownError } from '../../../../src/errors.ts'

const variables = (given: Partial<ProxyVariables>): ProxyVariables => readEnvironment(given).proxy
const https = new URL('https://diagrams.example.com')

/** `known ADDRESS [AUTHORIZATION]`, `absent`, or `unusable: WHY`. */
function reading(given: Partial<ProxyVariables>, target = https): string {
  try {
    const proxy = proxyFor(target, variables(given))
    if (proxy === undefined) return 'absent'
    const user = proxy.authorization?.replace(/^Basic /, '')
    return ['known', proxy.url.origin, user && Buffer.from(user, 'base64').toString()]
      .filter(Boolean)
      .join(' ')
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    expect(error).toMatchObject({ code: 'TOPO_PROXY_INVALID', exitCode: 2 })
    expect(`${error.message} ${error.hint}`).not.toContain('canary')
    return error.message.replace(/^HTTPS_PROXY is not the address of a proxy: it /, 'unusable: ')
  }
}

test.each([
  ['', 'absent'],
  ['  ', 'absent'],
  ['10.0.0.1:3128', 'known http://10.0.0.1:3128'],
  ['proxy.corp:8080', 'known http://proxy.corp:8080'],
  ['proxy.corp', 'known http://proxy.corp'],
  [' proxy.corp:8080\n', 'known http://proxy.corp:8080'],
  ['localhost:3128', 'known http://localhost:3128'],
  ['http://proxy.corp:8080', 'known http://proxy.corp:8080'],
  ['HTTP://PROXY.corp:8080/', 'known http://proxy.corp:8080'],
  ['https://proxy.corp', 'known https://proxy.corp'],
  ['http://[::1]:3128', 'known http://[::1]:3128'],
  ['[fd00::1]:3128', 'known http://[fd00::1]:3128'],
  ['http://bücher.example:1', 'known http://xn--bcher-kva.example:1'],
  ['http://carol:canary@proxy.corp:8080', 'known http://proxy.corp:8080 carol:canary'],
  ['carol:canary@proxy.corp:8080', 'known http://proxy.corp:8080 carol:canary'],
  ['http://carol@proxy.corp:8080', 'known http://proxy.corp:8080 carol:'],
  [
    'http://corp%5Ccarol:ca%40n%25@proxy.corp:8080',
    'known http://proxy.corp:8080 corp\\carol:ca@n%',
  ],
  ['http://carol:c@n:ary@proxy.corp:8080', 'known http://proxy.corp:8080 carol:c@n:ary'],
  [
    'socks5://canary:canary@proxy.corp:1080',
    /scheme socks5, and topo supports only http and https/,
  ],
  ['socks://proxy.corp:1080', /scheme socks,/],
  ['ftp://proxy.corp', /scheme ftp,/],
  ['http://proxy.corp:99999', /port that is not from 1 to 65535/],
  ['http://proxy.corp:0', /port that is not from 1 to 65535/],
  ['proxy.corp:canary', /port that is not a number/],
  ['http://proxy.corp:', /no port after the colon/],
  ['http://', /no host/],
  ['http://:3128', /no host/],
  ['http://carol:canary@', /no host/],
  ['http:/proxy.corp:3128', /a path/],
  ['http://proxy.corp/proxy.pac', /a path/],
  ['http://proxy.corp?canary', /a path, a query/],
  ['http://carol:can/ary@proxy.corp:8080', /in the user or the password/],
  ['http://carol:canary#canary@proxy.corp:8080', /in the user or the password/],
  ['http://carol:canary%ss@proxy.corp:8080', /a % in the user or the password/],
  ['::1:3128', /IPv6 address that is not in brackets/],
  ['"http://proxy.corp:8080"', /in quotes/],
  ['http://proxy corp:8080', /a space/],
  ['http://proxy.corp\n:8080', /a space, a line break/],
  ['${HTTP_PROXY}', /not replaced/],
  ['$(HTTP_PROXY)', /not replaced/],
  ['%HTTP_PROXY%', /not replaced/],
  ['<proxy>', /not replaced/],
  ['none', /"none", which is not a host/],
  ['true', /"true", which is not a host/],
  ['1', /a host that no machine can have/],
  ['10.0.0:3128', /a host that no machine can have/],
  ['http=proxy.corp:80;https=proxy.corp:80', /several proxies/],
  ['http://a.corp:1,http://b.corp:2', /several proxies/],
])('the proxy %j', (HTTPS_PROXY, expected) => {
  const found = reading({ HTTPS_PROXY })
  if (typeof expected === 'string') expect(found).toBe(expected)
  else expect(found).toMatch(new RegExp(`^unusable: .*${expected.source}`))
})

describe('which variable counts', () => {
  const http = new URL('http://diagrams.example.com')
  test.each<[Partial<ProxyVariables>, string, string]>([
    [{ HTTP_PROXY: 'a', HTTPS_PROXY: 'b', ALL_PROXY: 'c' }, 'known http://a', 'known http://b'],
    [{ HTTP_PROXY: 'a', ALL_PROXY: 'c' }, 'known http://a', 'known http://a'],
    [{ HTTPS_PROXY: 'b' }, 'absent', 'known http://b'],
    [{ ALL_PROXY: 'c' }, 'known http://c', 'known http://c'],
    [{ all_proxy: 'd', ALL_PROXY: 'c' }, 'known http://d', 'known http://d'],
    [{ https_proxy: 'd', HTTPS_PROXY: 'b' }, 'absent', 'known http://d'],
    [{ https_proxy: '', HTTPS_PROXY: 'b' }, 'absent', 'absent'],
    // Desktops set it beside the others.
    [
      { HTTP_PROXY: 'a', HTTPS_PROXY: 'b', ALL_PROXY: 'socks://c:1' },
      'known http://a',
      'known http://b',
    ],
  ])('%j', (given, forHttp, forHttps) => {
    expect([reading(given, http), reading(given)]).toEqual([forHttp, forHttps])
  })
})

test.each([
  'http://127.0.0.1:4010',
  'http://127.8.9.10',
  'http://localhost',
  'http://LOCALHOST.:1',
  'https://app.localhost',
  'http://[::1]:4010',
  'http://[::ffff:127.0.0.1]',
])('%s is this machine, so that it is reached directly', (address) => {
  expect(reading({ HTTP_PROXY: 'a', HTTPS_PROXY: 'a b' }, new URL(address))).toBe('absent')
})

test.each([
  ['diagrams.example.com', true],
  ['DIAGRAMS.example.com.', true],
  ['example.com', true],
  ['.example.com', true],
  ['*.example.com', true],
  ['other.com, example.com', true],
  ['other.com example.com', true],
  ['diagrams.example.com:443', true],
  ['diagrams.example.com:8443', false],
  ['ams.example.com', false],
  ['diagrams.*', true],
  ['diagrams.*.org', false],
  ['*', true],
  ['', false],
  ['10.0.0.0/8', false],
])('NO_PROXY=%s names diagrams.example.com: %s', (NO_PROXY, isDirect) => {
  expect(reading({ HTTPS_PROXY: 'a', NO_PROXY })).toBe(isDirect ? 'absent' : 'known http://a')
})

test.each([
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '11.1.2.3', false],
  ['10.1.2.3', '10.1.2.3', true],
  ['10.1.2.3:443', '10.1.2.3', true],
  ['10.1.*', '10.1.2.3', true],
  ['2.3', '10.1.2.3', false],
  ['fd00::/8', '[fd00::1]', true],
  ['[fd00::]/8', '[fe00::1]', false],
  ['fd00::1', '[fd00::1]', true],
  ['[fd00:0::1]:443', '[fd00::1]', true],
])('NO_PROXY=%s names %s: %s', (no_proxy, host, isDirect) => {
  const found = reading({ HTTPS_PROXY: 'a', no_proxy, NO_PROXY: '*' }, new URL(`https://${host}`))
  expect(found).toBe(isDirect ? 'absent' : 'known http://a')
})

test('a program that needs this machine gets a NO_PROXY with it, if there is a proxy', () => {
  const hosts = ['localhost', '127.0.0.1']
  const given = (more: Partial<ProxyVariables>) => directVariables(variables(more), hosts)
  expect(given({})).toEqual({})
  expect(given({ NO_PROXY: 'x.org' })).toEqual({})
  expect(given({ HTTP_PROXY: 'a' }).NO_PROXY).toBe('localhost,127.0.0.1')
  expect(given({ all_proxy: 'a b', NO_PROXY: 'x.org,localhost' }).no_proxy).toBe(
    'x.org,localhost,127.0.0.1',
  )
  expect(given({ HTTP_PROXY: 'a', NO_PROXY: '*' })).toEqual({})
})
