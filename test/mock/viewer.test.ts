/** Viewer at `/v/<slug>`: content, access, and that no code of a script runs. */
import { expect, test } from 'vitest'
import { goodCode, testService } from './service.ts'

const page = async (
  service: ReturnType<typeof testService>,
  slug: string,
  headers: Record<string, string> = {},
) => {
  const response = await service.request(`/v/${slug}`, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('the viewer shows name, author, tags, readme and code, and counts each load once', async () => {
  const service = testService()
  const first = await page(service, 'payments-platform')
  for (const part of [
    '<h1>Payments platform</h1>',
    'by Bob Baker',
    '129 views',
    '>kafka<',
    '<h2>Overview</h2>',
    'new TopologyBuilder(false)',
  ]) {
    expect(first.text).toContain(part)
  }
  expect((await page(service, 'payments-platform')).text).toContain('130 views')
  const { item } = await service.as('').scripts.get({ params: { idOrSlug: 'payments-platform' } })
  expect(item.viewCount).toBe(130)
})

test('the viewer shows the teaser of a gated case, and its code to owners only', async () => {
  const service = testService()
  const anyone = (await page(service, 'kafka-at-scale')).text
  expect(anyone).toContain('This is a teaser')
  expect(anyone).toContain('<h2>Components</h2>')
  expect(anyone).not.toContain('TopologyBuilder')
  expect(anyone).not.toContain('Scenarios')
  expect(anyone).not.toMatch(/<svg|<script|data-node|brokers/i)
  const erin = (await page(service, 'kafka-at-scale', { cookie: 'session=demo-erin' })).text
  expect(erin).toContain('TopologyBuilder')
  expect((await page(service, 'kafka-at-scale', { cookie: 'session=nobody' })).text).toContain(
    'This is a teaser',
  )
})

test('the viewer offers a bundle only where one is for sale', async () => {
  const service = testService()
  const [row] = service.database.scripts.by('slug', 'kafka-at-scale')
  service.database.transaction(() => {
    if (row) service.database.scripts.put({ ...row, tags: ['category:unknown'] })
  })
  const { text } = await page(service, 'kafka-at-scale')
  expect(text).toContain('Only its owner sees')
  expect(text).not.toContain('Buy')
  expect((await page(testService(), 'kafka-at-scale')).text).toContain('Buy the bundle')
})

test.each(['alice-notes', 'no-such-thing', '%3Cscript%3E'])(
  'the viewer page of %s says that the diagram is not found',
  async (slug) => {
    const { status, text } = await page(testService(), slug)
    expect([status, text.includes('Diagram not found')]).toEqual([404, true])
  },
)

test('the viewer page runs no foreign code and sends no requests', async () => {
  const service = testService()
  const evil = '<img src=x onerror=alert(1)>'
  const readme = `# Hi\n\n${evil}\n\n[a](javascript:alert(1)) [b](https://example.com) ![p](https://example.com/p.png)\n`
  await service.as('alice').scripts.create({
    body: {
      slug: 'evil',
      name: evil,
      description: evil,
      tags: [evil],
      type: 'topology',
      isPublic: true,
      readme,
      code: `${goodCode}// </code></pre>${evil}`,
    },
  })
  const { text, headers } = await page(service, 'evil')
  expect(text).not.toContain('<img')
  expect(text).not.toContain('href="javascript')
  expect(text).toContain('href="https://example.com"')
  expect(text.match(/<\/pre>/g)).toHaveLength(1)
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; img-src data:; script-src 'sha256-[^' ]+'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'$/,
  )
  expect(text.match(/<script/g)).toHaveLength(2)
})

test('the viewer shows the picture, and comments with their targets', async () => {
  const service = testService()
  const { item } = await service.as('').scripts.get({ params: { idOrSlug: 'payments-platform' } })
  const say = (content: string, targetType: 'node' | 'edge' | 'script', targetId?: string) =>
    service
      .as('alice')
      .comments.create({ params: { id: item.id }, body: { content, targetType, targetId } })
  await say('</script><b>Is it append only?', 'node', 'ledger')
  await say('Which timeout?', 'edge', 'checkout->bank')
  await say('Clear.', 'script')
  const { text } = await page(service, 'payments-platform')
  expect(text).toContain('data-node="ledger"')
  const [, json = ''] = /id="picture">(.*)<\/script>/.exec(text) ?? []
  const { picture, remarks } = JSON.parse(json)
  expect(picture.scenarios.map(({ id }: { id: string }) => id)).toEqual([
    'paid',
    'declined',
    'failover',
  ])
  expect(remarks).toEqual([
    {
      author: 'Alice Archer',
      text: '</script><b>Is it append only?',
      on: { type: 'node', id: 'ledger' },
    },
    { author: 'Alice Archer', text: 'Which timeout?', on: { type: 'edge', id: 'checkout->bank' } },
  ])
  for (const part of ['3 comments', 'on the node ledger', '<p>Clear.</p>', '&lt;b&gt;Is it']) {
    expect(text).toContain(part)
  }
})

test('the viewer shows only the code of a script that draws nothing', async () => {
  const service = testService()
  await service.as('alice').scripts.create({
    body: { slug: 'sketch', name: 'Sketch', type: 'sketch', isPublic: true, code: 'x' },
  })
  const { text, headers } = await page(service, 'sketch')
  expect(text).not.toMatch(/<svg|<script/)
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'",
  )
})
