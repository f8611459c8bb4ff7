/** A node with another id is found by its label, its connections and its place. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesBetween, describeChange } from '../../src/diff/index.ts'
import { cases } from '../cases.ts'
import { drawing, topologyOf } from '../render/pictures.ts'

const words = async (before: string, after: string) =>
  changesBetween(await topologyOf(before), await topologyOf(after)).map(
    (change) => `${change.change} ${describeChange(change)}`,
  )

const shop = `const g = t.createGroup('shop', { label: 'Shop' })
g.addProcess({ id: 'web', label: 'Web' }).addProcess({ id: 'api', label: 'API', replicas: 2 })
g.addProcess({ id: 'orders-db', label: 'Orders', icon: 'database' })
t.connect('web', 'api-1').connect('web', 'api-2').connect('api', 'orders-db').connect('web', 'orders-db')
const f = new FlowBuilder()
f.scenario('buy', 'Buy').from('web').to('api-1').to('orders-db').parallel([['web', 'api-2'], ['api', 'orders-db']])`
const script = (body: string) => `${drawing(body)}return f\n`
const changed = (...replacements: [string | RegExp, string][]) =>
  replacements.reduce((text, [what, by]) => text.replaceAll(what, by), script(shop))

describe('a rename is one change', () => {
  test.each<[string, [string | RegExp, string][], string[]]>([
    [
      'with its connections and steps',
      [['orders-db', 'orders-store']],
      ['renamed orders-db → orders-store (Orders)'],
    ],
    [
      'with another label',
      [
        ['orders-db', 'orders-store'],
        ["'Orders'", "'Order store'"],
      ],
      ['renamed orders-db → orders-store (Order store): label Orders → Order store'],
    ],
    [
      'with a wholly other name, but the same connections',
      [
        ['orders-db', 'ledger'],
        ["'Orders'", "'Books'"],
      ],
      ['renamed orders-db → ledger (Books): label Orders → Books'],
    ],
    ['of a node with replicas', [[/'api(?=[-'])/g, "'backend"]], ['renamed api → backend (API)']],
    ['of a group', [["'shop'", "'store'"]], ['renamed shop → store (Shop)']],
    [
      'of everything at once',
      [[/'(web|api|orders-db|shop)(?=[-'])/g, "'eu-$1"]],
      [
        'renamed shop → eu-shop (Shop)',
        'renamed web → eu-web (Web)',
        'renamed api → eu-api (API)',
        'renamed orders-db → eu-orders-db (Orders)',
      ],
    ],
    [
      'with other changes',
      [
        ['orders-db', 'orders-store'],
        [".connect('web', 'orders-store')", ''],
        ["icon: 'database'", "icon: 'database', state: 'error'"],
      ],
      [
        'renamed orders-db → orders-store (Orders): state error added',
        'removed connection web->orders-store',
      ],
    ],
  ])('%s', async (_what, replacements, expected) => {
    expect(await words(script(shop), changed(...replacements))).toEqual(expected)
  })

  const books = (id: string, label: string, how: string) =>
    drawing(
      `t.createProcess({ id: 'a' }).createProcess({ id: '${id}', label: '${label}' }).connect('a', '${id}', ${how})`,
    )

  test('of a node with a wholly other name, at the end of one connection with the same words', async () => {
    const how = "{ label: 'books', protocol: 'PostgreSQL', port: 5432 }"
    expect(await words(books('ledger', 'Ledger', how), books('journal', 'Day book', how))).toEqual([
      'renamed ledger → journal (Day book): label Ledger → Day book',
    ])
    const other = "{ label: 'books', protocol: 'MySQL', port: 3306 }"
    expect(
      await words(books('ledger', 'Ledger', how), books('journal', 'Day book', other)),
    ).toHaveLength(4)
    expect(
      await words(books('ledger', 'Ledger', '{}'), books('journal', 'Day book', '{}')),
    ).toHaveLength(4)
  })

  test.each<[string, string, string, string[]]>([
    [
      'a node that another one replaces',
      "t.createProcess({ id: 'a', label: 'A' }).createProcess({ id: 'redis', label: 'Redis' }).connect('a', 'redis')",
      "t.createProcess({ id: 'a', label: 'A' }).createProcess({ id: 'kafka', label: 'Kafka' }).connect('a', 'kafka')",
      [
        'removed process redis (Redis)',
        'added process kafka (Kafka)',
        'removed connection a->redis',
        'added connection a->kafka',
      ],
    ],
    [
      'a node with the same label elsewhere',
      "t.createProcess({ id: 'a' }).createProcess({ id: 'b' }).createProcess({ id: 'db1', label: 'Database' }).connect('a', 'db1')",
      "t.createProcess({ id: 'a' }).createProcess({ id: 'b' }).createProcess({ id: 'db2', label: 'Database' }).connect('b', 'db2')",
      [
        'removed process db1 (Database)',
        'added process db2 (Database)',
        'removed connection a->db1',
        'added connection b->db2',
      ],
    ],
    [
      'one of two that are alike',
      "t.createProcess({ id: 'old', label: 'X' })",
      "t.createProcess({ id: 'new1', label: 'X' }).createProcess({ id: 'new2', label: 'X' })",
      ['removed process old (X)', 'added process new1 (X)', 'added process new2 (X)'],
    ],
    [
      'a group in place of a process',
      "t.createProcess({ id: 'x', label: 'X' })",
      "t.createGroup('y', { label: 'X' })",
      ['added group y (X)', 'removed process x (X)'],
    ],
  ])('%s is no rename', async (_what, before, after, expected) => {
    expect(await words(drawing(before), drawing(after))).toEqual(expected)
  })

  test('a thousand renamed nodes are found in bounded time', async () => {
    const many = (prefix: string) =>
      drawing(
        `for (let i = 0; i < 1000; i++) t.createProcess({ id: '${prefix}' + i, label: 'Node ' + i })
for (let i = 1; i < 1000; i++) t.connect('${prefix}' + (i >> 1), '${prefix}' + i)`,
      )
    const before = await topologyOf(many('a'))
    const after = await topologyOf(many('b'))
    const start = performance.now()
    const changes = changesBetween(before, after)
    expect(new Set(changes.map(({ change }) => change))).toEqual(new Set(['renamed']))
    expect(changes).toHaveLength(1000)
    expect(performance.now() - start).toBeLessThan(2000)
  })

  test('the order of calls does not matter', async () => {
    const lines = ['web', 'api', 'db', 'queue', 'cache', 'mail'].flatMap((id, i, all) => [
      `t.createProcess({ id: '${id}', label: 'Part ${i % 3}' })`,
      `t.connect('${id}', '${all[(i * 2 + 1) % all.length]}')`,
    ])
    const before = drawing(lines.join('\n'))
    const renamed = lines.map((line) => line.replaceAll(/'(api|cache)'/g, "'new-$1'"))
    const expected = (await words(before, drawing(renamed.join('\n')))).sort()
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(renamed, { minLength: renamed.length }),
        async (shuffled) => {
          expect((await words(before, drawing(shuffled.join('\n')))).sort()).toEqual(expected)
        },
      ),
      { numRuns: cases(30) },
    )
  })
})
