/** Start page at `/` and what it links: every script of the data, only for this machine, and no foreign code. */
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { serve } from '../../src/mock/serve.ts'
import { goodCode, testService } from './service.ts'

test('the start page shows all scripts, users, keys, clock, faults and the API', async () => {
  const service = testService()
  service.control.faults.add({ path: '/v1/scripts*', status: 503 })
  const response = await service.request('/')
  const text = await response.text()
  expect(response.status).toBe(200)
  for (const part of [
    '<b>Alice notes</b><span class="quiet">alice-notes · alice · private</span>',
    'src="/__mock/scripts/payments-platform/picture.svg"',
    '<td>carol</td><td>Carol Chen</td><td>pro, administrator</td><td><code>ca_demo_carol</code>',
    '2026-03-01T12:00:00.000Z',
    '{&quot;path&quot;:&quot;/v1/scripts*&quot;,&quot;status&quot;:503}',
    'href="/openapi.json"',
  ]) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain('ca_demo_revoked')
  expect(service.control.journal.list()).toEqual([])
})

test('without scripts, the start page names the commands that make and send a first one', async () => {
  const page = async (fixtures: 'demo' | 'none') => {
    const service = testService({ fixtures })
    return (await service.request('/')).text()
  }
  const text = await page('none')
  expect(text).toContain('No script is here yet.')
  expect(text).toMatch(
    /<code>TOPO_BASE_URL=http:\/\/\S+ TOPO_API_KEY=ca_demo_alice topo push<\/code>/,
  )
  for (const command of ['topo push --local', 'topo init'])
    expect(text).toContain(`<code>${command}</code>`)
  expect(text).not.toContain('<ul class="scripts">')
  expect(await page('demo')).not.toContain('No script is here yet.')
})

test('names are escaped, and neither page nor picture may run or load anything else', async () => {
  const service = testService()
  const evil = '"><img src=x onerror=alert(1)>'
  await service.as('alice').scripts.create({
    body: { slug: 'evil', name: evil, type: 'topology', isPublic: false, code: goodCode },
  })
  const response = await service.request('/')
  expect(await response.text()).not.toContain('<img src=x')
  const policy = (path: Response) => path.headers.get('content-security-policy')
  expect(policy(response)).toBe(
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  )
  const picture = await service.request('/__mock/scripts/evil/picture.svg')
  expect(policy(picture)).toBe("default-src 'none'; img-src data:; style-src 'unsafe-inline'")
  expect([picture.headers.get('content-type'), await picture.text()]).toEqual([
    'image/svg+xml',
    expect.not.stringContaining('<img src=x'),
  ])
})

test('this machine sees private and gated scripts whole, and looking counts no view', async () => {
  const service = testService()
  const look = async (path: string) => (await service.request(path)).text()
  expect(await look('/__mock/scripts/alice-notes')).toContain('data-node="editor"')
  expect(await look('/__mock/scripts/kafka-at-scale')).toContain('data-node="brokers"')
  expect(service.database.scripts.by('slug', 'kafka-at-scale')[0]?.viewCount).toBe(0)
  for (const path of ['/__mock/scripts/none', '/__mock/scripts/none/picture.svg'])
    expect((await service.request(path)).status).toBe(404)
})

test.each(['/', '/__mock/scripts/alice-notes', '/__mock/scripts/alice-notes/picture.svg'])(
  'web pages of other sites cannot read %s',
  async (path) => {
    const { url, close } = await serve({
      clock: systemClock,
      now: Date.now,
      seed: 1,
      port: 0,
      host: '127.0.0.1',
    })
    onTestFinished(close)
    const status = async (site: string) =>
      (await fetch(url + path, { headers: { 'sec-fetch-site': site } })).status
    expect([await status('same-origin'), await status('cross-site')]).toEqual([200, 403])
  },
)
