import { expect, test } from 'vitest'
import { testServer } from '../../api/server.ts'
import { edit } from '../control.ts'
import { fakeBrowser } from '../fake-browser.ts'
import { onScreen } from '../on-screen.ts'
import { folder, mock, topo } from '../topo.ts'

const slugs = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[0])

test('search finds by words, category and tag, without a key', async () => {
  const { url } = await mock()
  const env = { TOPO_BASE_URL: url }
  const search = async (...args: string[]) =>
    slugs((await topo(['script', 'search', ...args], { env })).stdout)
  expect(await search('ledger')).toEqual(['payments-platform'])
  expect((await search('--category', 'Commerce')).sort()).toEqual([
    'alice-shop',
    'payments-platform',
  ])
  expect((await search('--tag', 'category:kafka')).sort()).toEqual(['free-case', 'kafka-at-scale'])
  expect(await search('kafka', '--category', 'Commerce')).toEqual(['payments-platform'])

  const none = await topo(['script', 'search', 'no such thing'], { env })
  expect(none).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const json = await topo(['script', 'search', 'no such thing', '--json'], { env })
  expect(JSON.parse(json.stdout)).toEqual({ items: [], totalCount: 0 })
  const narrow = await topo(['script', 'search', 'ledger', '--json', '--fields', 'slug,category'], {
    env,
  })
  expect(JSON.parse(narrow.stdout).items).toEqual([
    { slug: 'payments-platform', category: 'Commerce' },
  ])
})

test('search prints whole records in a pipe, and a table on a terminal', async () => {
  const { url } = await mock()
  const env = { TOPO_BASE_URL: url }
  const piped = await topo(['script', 'search', 'ledger'], { env })
  expect(piped.stdout).toBe(
    'payments-platform\tPayments platform\tCommerce\tpayments, kafka\t128\t0\n',
  )
  const { screen } = await onScreen(['script', 'search', 'ledger'], { env })
  expect(screen).toMatch(/SLUG +NAME +CATEGORY +TAGS +VIEWS +STARS\s+payments-platform/)
})

test('search reads pages up to the limit, and notes the rest', async () => {
  const { url } = await mock()
  await edit(url, ({ scripts = [] }) => {
    const one = scripts.find(({ slug }) => slug === 'hello-topology') as (typeof scripts)[0]
    for (let n = 0; n < 242; n++) {
      scripts.push({
        ...one,
        id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
        slug: `many-${n}`,
      })
    }
  })
  const env = { TOPO_BASE_URL: url }
  const search = async (...args: string[]) => {
    const { stdout, stderr } = await topo(['script', 'search', ...args], { env })
    return [new Set(slugs(stdout)).size, stderr]
  }
  const names = 'SLUG\tNAME\tCATEGORY\tTAGS\tVIEWS\tSTARS\n'
  expect(await search()).toEqual([30, `30 of 250 scripts; --all lists the others\n${names}`])
  expect(await search('--limit', '130')).toEqual([
    130,
    `130 of 250 scripts; --all lists the others\n${names}`,
  ])
  expect(await search('--all')).toEqual([250, names])
  expect(await search('many-24')).toEqual([3, names])
})

test('search stops after two requests at a service that ignores paging', async () => {
  const items = Array.from({ length: 5 }, (_, n) => ({
    id: `id-${n}`,
    slug: `s-${n}`,
    name: `S ${n}`,
  }))
  const { url, requests } = await testServer((_request, response) => {
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ items, totalCount: 245 }))
  })
  const run = await topo(['script', 'search', '--all'], { env: { TOPO_BASE_URL: url } })
  expect(slugs(run.stdout)).toHaveLength(5)
  expect(run.stderr.split('\n')[0]).toBe('5 of 245 scripts; the service returned no more')
  expect(requests.map((request) => new URL(request.url ?? '', url).search)).toEqual([
    '?page=1&pageSize=100',
    '?page=2&pageSize=100',
  ])
  expect(
    slugs(
      (await topo(['script', 'search', '--limit', '3'], { env: { TOPO_BASE_URL: url } })).stdout,
    ),
  ).toEqual(['s-0', 's-1', 's-2'])
})

test('open starts the browser on a terminal, and prints only the address in a pipe', {
  tags: 'posix',
}, async () => {
  const { url } = await mock()
  const cwd = folder()
  const { PATH, opened } = fakeBrowser()
  const env = { TOPO_BASE_URL: url, PATH }
  const piped = await topo(['script', 'open', 'hello-topology'], { cwd, env })
  expect(piped).toMatchObject({ code: 0, stdout: `${url}/v/hello-topology\n`, stderr: '' })
  await onScreen(['script', 'open', 'hello-topology', '--no-input'], { cwd, env })
  await onScreen(['script', 'open', 'hello-topology', '--json'], { cwd, env })
  expect(opened()).toBeUndefined()

  const { code, screen } = await onScreen(['script', 'open', 'hello-topology'], { cwd, env })
  expect([code, screen]).toEqual([0, expect.stringContaining(`${url}/v/hello-topology`)])
  await expect.poll(opened).toBe(`${url}/v/hello-topology`)
})

test('open starts only web pages, and does not fail without a browser', {
  tags: 'posix',
}, async () => {
  const { url } = await mock()
  const cwd = folder()
  const { PATH, opened } = fakeBrowser()
  const env = { TOPO_BASE_URL: url, PATH }
  const program = await onScreen(['script', 'open', 'hello-topology'], {
    cwd,
    env: { ...env, TOPO_WEB_URL: 'file:///etc' },
  })
  expect([program.code, program.screen]).toEqual([
    2,
    expect.stringContaining('[TOPO_BASE_URL_INVALID]'),
  ])
  expect(opened()).toBeUndefined()

  const without = await onScreen(['script', 'open', 'hello-topology'], {
    cwd,
    env: { ...env, PATH: '/nonexistent' },
  })
  expect([without.code, without.screen]).toEqual([0, expect.stringContaining('/v/hello-topology')])
})

test('open explains a private script, and asks for a script', async () => {
  const { url } = await mock()
  const env = { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_demo_alice' }
  const hidden = await topo(['script', 'open', 'alice-notes'], { env })
  expect([hidden.code, hidden.stderr]).toEqual([1, expect.stringContaining('[TOPO_NOT_PUBLIC]')])
  expect(hidden.stderr).toContain('topo publish alice-notes')
  const none = await topo(['script', 'open'], { env })
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('topo open --local')])
})
