/**
 * A narrow terminal: what one must type stays whole, columns without room are listed below,
 * sentences break between words.
 */
import { describe, expect, test } from 'vitest'
import { Channel } from '../../../src/cli/io/channel.ts'
import { table } from '../../../src/cli/io/table.ts'
import { systemClock } from '../../../src/clock.ts'
import { wrapText } from '../../../src/text/wrap.ts'
import { oneOf } from '../../cases.ts'
import { as, fault } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { folder, script, sharedMock, topo, topoOnTerminal, withoutProgress } from '../topo.ts'

const service = sharedMock()
const slugs = ['orders', 'payments-and-refunds']
const name = 'Payments, refunds and chargebacks of the European shops'

const widths = { tags: 'terminal', timeout: 60_000 } as const

/** The project, of which the service has more than the folder, and a script with a finding. */
function project(): string {
  const wrong = script('wrong').replace("'wrong-db', {", "'wrong-bd', {")
  return folder({
    '.git/HEAD': '',
    ...Object.fromEntries(
      slugs.map((slug) => [`${slug}.topology.js`, script(slug, `name: "${name}"`)]),
    ),
    'wrong.topology.js': wrong,
    'flow.mmd': 'flowchart LR\nA --> B\n',
  })
}

let ready: Promise<unknown> | undefined
/** Pushes from another folder, once. */
async function pushOnce() {
  const files = [...slugs, 'gone'].map((slug) => [
    `${slug}.topology.js`,
    script(slug, `name: "${name}"`),
  ])
  const pushed = folder({ '.git/HEAD': '', ...Object.fromEntries(files) })
  expect(
    await topo(['push', '--on-conflict', 'skip'], { cwd: pushed, env: as(service.url) }),
  ).toMatchObject({
    code: 0,
  })
}

describe.each(oneOf(3, [40, 60, 80]))('%i columns', (columns) => {
  const shown = async (args: string[], run = onScreen) => {
    ready ??= pushOnce()
    await ready
    const cwd = project()
    const { raw } = await run(args, { cwd, env: as(service.url), columns })
    const screen = withoutProgress(raw)
    const rows = screen.split('\n').map((line) => line.trimEnd())
    return {
      rows,
      wide: rows.filter((row) => row.length > columns),
      text: screen.replace(/\s+/g, ' '),
    }
  }

  test(
    'topo list lists cells without a column below their row, and no slug is cut',
    widths,
    async () => {
      const { rows, wide } = await shown(['list'])
      expect(wide).toEqual([])
      for (const slug of slugs) expect(rows.some((row) => row.startsWith(`${slug} `))).toBe(true)
    },
  )

  test('topo status --all and a plan say why in whole words', widths, async () => {
    const { wide, text } = await shown(['status', '--all'])
    expect(wide.filter((row) => !row.includes('payments-and-refunds.topology.js'))).toEqual([])
    expect(text).toContain('payments-and-refunds.topology.js')
    expect(text).toMatch(
      /only-remote gone (why )?only on the service: no file of the project has its slug/,
    )
    expect(text).toMatch(/\d only-remote/)
    expect((await shown(['push', '--dry-run'])).text).toContain('payments-and-refunds.topology.js')
  })

  test(
    'topo query says where, and topo convert which script, also where a column has no room',
    widths,
    async () => {
      expect((await shown(['query', 'orders-web'])).text).toMatch(/orders\.topology\.js:\d/)
      const { text } = await shown(['convert', 'flow.mmd', '--dry-run'])
      for (const part of ['diagrams/flow.topology.js', 'flow.mmd', '2 nodes', '1 created'])
        expect(text).toContain(part)
    },
  )

  test('findings, errors and hints break between words', widths, async () => {
    const found = await shown(['validate'])
    expect(found.wide).toEqual([])
    expect(found.text).toContain('"wrong-bd" is not a node or group, so this connection has no end')
    const failed = await shown(['show', 'no-such-script'])
    expect(failed.wide).toEqual([])
    expect(failed.text).toMatch(/\[TOPO_NOT_FOUND\] hint .*"topo list" to see your scripts\./)
  })

  test('an empty list is a sentence', widths, async () => {
    expect((await shown(['collections', 'list'])).text).toBe('No results. ')
  })

  test('progress is overwritten by the result', widths, async () => {
    await fault(service.url, { path: '/v1/quota/me', latencyMs: 1600, times: 1 })
    const { rows } = await shown(['quota'], topoOnTerminal)
    expect(rows[0]).toMatch(/^QUOTA /)
  })

  test('topo init --ci, whoami and what a plan costs break between words', widths, async () => {
    for (const line of ['init --ci gitlab', 'whoami', 'push --dry-run']) {
      const { rows, wide } = await shown(line.split(' '))
      const breakable = wide.filter((row) => !/^((written|create|adopt)\s+)?\S+$/.test(row))
      expect([line, rows.length > 3, breakable]).toEqual([line, true, []])
    }
  })

  test.each([
    ['quota'],
    ['config', 'list'],
    ['doctor'],
    ['push', '--on-conflict', 'skip'],
    ['explain', 'TOPO_CONFLICT'],
    ['show', 'orders'],
  ])('%j fits', widths, async (...args) => {
    const { rows, wide } = await shown(args)
    // A word that is wider stays whole, and code stays as it is.
    const breakable = wide.filter((row) => !/^(id|✔)? *\S+$|^(const|topology|group)\b/.test(row))
    expect([rows.length > 3, breakable]).toEqual([true, []])
  })
})

test('a table never cuts the column that is typed, however narrow the terminal is', () => {
  for (const columns of [1, 10, 30]) {
    const out = new Channel({ isTTY: true, columns } as NodeJS.WriteStream, systemClock, false)
    const slug = 'a-slug-of-more-than-thirty-characters'
    expect(
      table(out, ['STATE', 'SCRIPT', 'WHY'], [['new', slug, 'not on the service yet']]),
    ).toContain(slug)
    expect(table(out, ['SLUG', 'NAME'], [[slug, 'A name']]).split(/\s+/)).toEqual([
      slug,
      'A',
      'name',
    ])
  }
})

test('a text behind a lead stands below itself, or below a long lead', () => {
  expect(wrapText('one two three four five six seven', 34, 'hint  ')).toBe(
    'hint  one two three four five six\n      seven',
  )
  expect(wrapText('one two three', 30, '  a-lead-of-many-columns  ')).toBe(
    'a-lead-of-many-columns  one\n  two three',
  )
  expect(wrapText('one two three', undefined, 'hint  ')).toBe('hint  one two three')
})
