/** Ids of generated projects: none means two things, no order decides, and what is on disk stays. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Drawing, FRAME, inCallOrder, redacted } from '../../../src/convert/index.ts'
import { makeDistinct } from '../../../src/project/convert/distinct-ids.ts'
import { type ScriptOnDisk, WantedScript } from '../../../src/project/convert/wanted-script.ts'
import { defaultMetadata, nameIn } from '../../../src/project/script/metadata.ts'
import { labelKey } from '../../../src/text/label-key.ts'
import { cases } from '../../cases.ts'

interface Chart {
  readonly slug: string
  readonly title?: string
  /** Label by id. */
  readonly nodes: Readonly<Record<string, string>>
  readonly replicas?: string
}

const drawingOf = ({ slug, title, nodes, replicas }: Chart): Drawing => ({
  name: slug,
  title,
  groups: [],
  nodes: Object.entries(nodes).map(([id, label], line) => ({
    id,
    label,
    line,
    replicas: id === replicas ? 3 : undefined,
  })),
  connections: [],
  scenarios: [],
  leftOut: [],
})

function wantedOf(chart: Chart, there?: ScriptOnDisk): WantedScript {
  const { slug } = chart
  const place = {
    file: `/p/${slug}.topology.js`,
    slug,
    name: slug,
    defaults: defaultMetadata(slug),
  }
  return new WantedScript(place, redacted(drawingOf(chart)), there)
}

function onDisk({ drawing, ids, namespace }: WantedScript): ScriptOnDisk {
  const nodes = inCallOrder(drawing).map(({ id, label }) => ({
    id: ids.get(id) ?? '',
    label,
    kind: id === FRAME ? ('group' as const) : ('process' as const),
    group: undefined,
    isExternal: false,
    at: { line: 1, column: 1, endLine: 1, endColumn: 1 },
  }))
  return { namespace, nodes }
}

/** A run that converts the charts, on top of the scripts of earlier runs; without `--force`. */
function convert(charts: readonly Chart[], disk = new Map<string, ScriptOnDisk>()) {
  const scripts = charts.map((chart) => wantedOf(chart, disk.get(chart.slug)))
  const created = scripts.filter(({ isOnDisk }) => !isOnDisk)
  makeDistinct(created, [...disk.values()])
  const after = new Map([...disk, ...created.map((one) => [one.place.slug, onDisk(one)] as const)])
  return { scripts, disk: after }
}

const idsOf = ({ disk }: { disk: ReadonlyMap<string, ScriptOnDisk> }, slug: string) => {
  const script = disk.get(slug)
  return script?.nodes.map(({ id }) => nameIn(script, id))
}

/** Names with two labels, and those of two frames. */
function shared(disk: ReadonlyMap<string, ScriptOnDisk>): string[] {
  const labels = new Map<string, string>()
  const frames = new Set<string>()
  return [...disk.values()]
    .flatMap((script) =>
      script.nodes.filter(({ id, label = '' }, index) => {
        const name = nameIn(script, id)
        const isIdOnly = label === id && index > 0
        const key = (isIdOnly ? undefined : labels.get(name)) ?? labelKey(label)
        if (!isIdOnly) labels.set(name, key)
        const isSecondFrame = index === 0 && frames.has(name)
        if (index === 0) frames.add(name)
        return isSecondFrame || key !== labelKey(label)
      }),
    )
    .map(({ id }) => id)
}

const anyChart = fc.record({
  title: fc.constantFrom('Overview', 'Users', 'web'),
  nodes: fc.dictionary(
    fc.constantFrom('web', 'users', 'orders', 'orders-db', 'db', 'API', 'users-2', 'a'),
    fc.constantFrom(
      'Web',
      'web',
      'Users',
      'users 2',
      'Orders',
      'Orders DB',
      'Ordérs',
      '→',
      '',
      'C',
      'C++',
      `${'L'.repeat(70)}1`,
      `${'L'.repeat(70)}2`,
    ),
    { minKeys: 1, maxKeys: 5, noNullPrototype: true },
  ),
  replicas: fc.option(fc.constantFrom('web', 'users'), { nil: undefined }),
})

const project: fc.Arbitrary<Chart[]> = fc
  .array(anyChart, { minLength: 2, maxLength: 6 })
  .map((charts) => charts.map((one, index) => ({ ...one, slug: `s${index}` })))

describe('generated projects', () => {
  test('have no id with two labels, in any order, at once or one after the other', () => {
    fc.assert(
      fc.property(project, fc.infiniteStream(fc.nat()), (charts, numbers) => {
        const all = convert(charts)
        expect(shared(all.disk)).toEqual([])
        for (const { ids } of all.scripts) expect(new Set(ids.values()).size).toBe(ids.size)

        const shuffled = charts
          .map((one) => ({ one, at: numbers.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one)
        const other = convert(shuffled)
        for (const { slug } of charts) expect(idsOf(other, slug)).toEqual(idsOf(all, slug))

        let disk = new Map<string, ScriptOnDisk>()
        for (const one of shuffled) disk = convert([one], disk).disk
        expect(shared(disk)).toEqual([])
        // A wider run changes nothing.
        for (const script of convert(charts, disk).scripts)
          expect(onDisk(script)).toEqual(disk.get(script.place.slug))
      }),
      { numRuns: cases(300) },
    )
  })

  test('keep what is on disk, also if it is overwritten and nothing collides', () => {
    fc.assert(
      fc.property(project, (charts) => {
        const { disk } = convert(charts)
        const forced = charts.map((one) => wantedOf(one, disk.get(one.slug)))
        makeDistinct(forced, [])
        for (const script of forced) expect(onDisk(script)).toEqual(disk.get(script.place.slug))
      }),
      { numRuns: cases(300) },
    )
  })
})

describe('an id', () => {
  const web = { slug: 'a', nodes: { web: 'Web', api: 'API', db: 'Orders', queue: 'Queue' } }

  test('stays if the label is the same, or another spelling of it', () => {
    const other = { slug: 'b', nodes: { web: 'WEB', api: 'A.P.I.' } }
    const run = convert([web, other])
    expect(idsOf(run, 'b')).toEqual(['b', 'web', 'api'])
  })

  test('is that of the label in both scripts if both are new, and in the new one otherwise', () => {
    const other = { slug: 'b', nodes: { web: 'Website', api: 'API', mail: 'Mail' } }
    const both = convert([web, other])
    expect([idsOf(both, 'a')?.[1], idsOf(both, 'b')?.[1]]).toEqual(['web', 'website'])
    expect(both.scripts.map(({ renamedIds }) => renamedIds)).toEqual([
      [],
      [{ from: 'web', to: 'website' }],
    ])
    const first = convert([other])
    const second = convert(
      [other, { ...web, nodes: { ...web.nodes, web: 'Web shop' } }],
      first.disk,
    )
    expect([idsOf(second, 'a')?.[1], idsOf(second, 'b')?.[1]]).toEqual(['web-shop', 'web'])
  })

  test('joins the script on disk with its label, even if another new script has another one', () => {
    const disk = convert([web]).disk
    const run = convert(
      [
        { slug: 'b', nodes: { web: 'Web', x: 'X 1', y: 'Y 1' } },
        { slug: 'c', nodes: { web: 'Browser', api: 'API', z: 'Z 1' } },
      ],
      disk,
    )
    expect([idsOf(run, 'b')?.[1], idsOf(run, 'c')?.[1]]).toEqual(['web', 'browser'])
  })

  test('of a label that is an id elsewhere moves that one too', () => {
    const run = convert([
      { slug: 'a', nodes: { store: 'Users', api: 'API' } },
      { slug: 'b', nodes: { store: 'Orders', api: 'API' } },
      { slug: 'c', nodes: { users: 'Accounts', api: 'API' } },
    ])
    expect(['a', 'b', 'c'].map((slug) => idsOf(run, slug)?.[1])).toEqual([
      'users',
      'orders',
      'accounts',
    ])
  })

  test('without letters in its label is numbered', () => {
    const run = convert([
      { slug: 'a', nodes: { web: '→', api: 'API' } },
      { slug: 'b', nodes: { web: 'Web', api: 'API' } },
    ])
    expect([idsOf(run, 'a')?.[1], idsOf(run, 'b')?.[1]]).toEqual(['web-2', 'web'])
  })

  test('without a label is what others call it; if they differ, it stays as it is', () => {
    const bare = { slug: 'a', nodes: { web: 'web', api: 'API' } }
    const shop = { slug: 'b', nodes: { web: 'Web shop', api: 'API' } }
    const run = convert([bare, shop])
    expect([idsOf(run, 'a')?.[1], idsOf(run, 'b')?.[1]]).toEqual(['web', 'web'])
    const bank = { slug: 'c', nodes: { web: 'Web bank', api: 'API' } }
    const all = convert([bare, shop, bank])
    expect(['a', 'b', 'c'].map((slug) => idsOf(all, slug)?.[1])).toEqual([
      'web',
      'web-shop',
      'web-bank',
    ])
    expect(idsOf(convert([bank], run.disk), 'c')?.[1]).toBe('web-bank')
  })

  test('of a title is the slug if another diagram has it', () => {
    const run = convert([
      { slug: 'shop-map', title: 'Map', nodes: { shop: 'Shop' } },
      { slug: 'bank-map', title: 'Map', nodes: { bank: 'Bank' } },
      { slug: 'map', title: 'Town', nodes: { hall: 'Town hall' } },
    ])
    expect(['shop-map', 'bank-map', 'map'].map((slug) => idsOf(run, slug)?.[0])).toEqual([
      'shop-map',
      'bank-map',
      'town',
    ])
  })
})

describe('a script', () => {
  const steps = (slug: string, ...labels: string[]): Chart => ({
    slug,
    nodes: Object.fromEntries(labels.map((label, index) => [`step${'abc'[index]}`, label])),
  })

  test('has a namespace if most ids are other things, and nothing is the same', () => {
    const run = convert([
      steps('a', 'Order', 'Pay', 'Ship'),
      steps('b', 'Sign up', 'Confirm', 'Log in'),
      { slug: 'c', nodes: { stepa: 'Other', web: 'Web', api: 'API' } },
    ])
    expect(run.scripts.map(({ namespace }) => namespace)).toEqual(['a', 'b', undefined])
    // Nothing collides with it any more.
    expect(idsOf(run, 'c')).toEqual(['c', 'stepa', 'web', 'api'])
  })

  test('keeps ids that join it with others', () => {
    const run = convert([
      { slug: 'a', nodes: { web: 'Web', store: 'Orders', api: 'Orders API' } },
      { slug: 'b', nodes: { web: 'Web', store: 'Users', api: 'Users API' } },
    ])
    expect(run.scripts.map(({ namespace }) => namespace)).toEqual([undefined, undefined])
    expect(idsOf(run, 'b')).toEqual(['b', 'web', 'users', 'users-api'])
  })

  test('never has the namespace of another', () => {
    const disk = new Map([['x', { namespace: 'a', nodes: [] }]])
    const run = convert([steps('a', 'Order', 'Pay'), steps('b', 'Sign up', 'Confirm')], disk)
    expect(run.scripts.map(({ namespace }) => namespace)).toEqual(['a-2', 'b'])
  })

  test('on disk gets other ids only if it is overwritten', () => {
    const charts = [
      { slug: 'a', nodes: { web: 'Web', api: 'API', store: 'Orders' } },
      { slug: 'b', nodes: { web: 'Web', api: 'API', store: 'Users' } },
    ]
    const before = charts.map((one) => onDisk(wantedOf(one)))
    const disk = new Map(before.map((one, index) => [charts[index]?.slug ?? '', one]))
    expect(convert(charts, disk).disk).toEqual(disk)
    const forced = charts.map((one) => wantedOf(one, disk.get(one.slug)))
    makeDistinct(forced, [])
    expect(forced.map(({ ids }) => ids.get('store'))).toEqual(['orders', 'users'])
  })
})
