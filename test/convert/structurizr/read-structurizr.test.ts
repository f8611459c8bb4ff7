/** Reads workspaces of Structurizr in both formats. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Drawing } from '../../../src/convert/drawing/drawing.ts'
import { readStructurizr } from '../../../src/convert/structurizr/read-structurizr.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, 'files', name), 'utf8')
const nodes = ({ nodes: drawnNodes }: Drawing) =>
  drawnNodes.map(({ group, id, icon }) =>
    [`${group ?? '-'} / ${id}`, icon].filter(Boolean).join(' '),
  )
const connections = ({ connections: drawnConnections }: Drawing) =>
  drawnConnections.map(({ from, to, label, protocol, type }) =>
    [`${from} → ${to}`, label, protocol, type].filter(Boolean).join(' | '),
  )
const bank = {
  dsl: () =>
    readStructurizr(file('bank.dsl'), 'bank.dsl', (path) =>
      path === 'people.dsl' ? file(path) : undefined,
    ),
  json: () => readStructurizr(file('bank.json'), 'bank.json', () => undefined),
}
const view = (key: string, all = bank.dsl()) => all.find(({ name }) => name === key) as Drawing

describe('a bank in the shape of the usual example', () => {
  test('is one drawing for each view', () => {
    expect(bank.dsl().map(({ name, title }) => [name, title])).toEqual([
      ['Landscape', 'Harbour Credit Union systems'],
      ['Context', 'Online Banking context'],
      ['Containers', 'Online Banking containers'],
      ['Components', 'API components'],
      ['SignIn', 'A member signs in'],
      ['DevelopmentDeployment', 'Online Banking Development deployment'],
      ['LiveDeployment', 'Online Banking Live deployment'],
      ['WithoutExisting', 'Online Banking context'],
    ])
    expect(bank.dsl().flatMap(({ leftOut }) => leftOut)).toEqual([
      { line: 148, what: 'styles, except shapes' },
      { line: 122, what: 'animation' },
    ])
  })

  test('leads where its automatic layout leads', () => {
    expect(bank.dsl().map(({ direction }) => direction)).toEqual([
      'right',
      ...Array.from({ length: 7 }, () => undefined),
    ])
    for (const [word, rankDirection, direction] of [
      ['lr', 'LeftRight', 'right'],
      ['RL', 'RightLeft', 'left'],
      ['bt', 'BottomTop', 'up'],
      ['tb', 'TopBottom', undefined],
      ['400', 'Sideways', undefined],
    ] as const) {
      const dsl = `workspace {
        model {
          a = person "A"
        }
        views {
          systemLandscape "L" {
            include *
            autoLayout ${word} 300
          }
        }
      }`
      expect(readStructurizr(dsl, 'w.dsl', () => undefined)[0]?.direction).toBe(direction)
      const json = JSON.stringify({
        model: { people: [{ id: '1', name: 'A' }] },
        views: {
          systemLandscapeViews: [
            { key: 'L', elements: [{ id: '1' }], automaticLayout: { rankDirection } },
          ],
        },
      })
      expect(readStructurizr(json, 'w.json', () => undefined)[0]?.direction).toBe(direction)
    }
  })

  test('has what Structurizr shows in a container view, with implied connections', () => {
    const drawing = view('Containers')
    expect(nodes(drawing)).toEqual([
      '- / member user',
      'Harbour Credit Union / ledger',
      'Harbour Credit Union / mail',
      'online / spa browser',
      'online / app mobile',
      'online / web',
      'online / api',
      'online / database database',
    ])
    expect(connections(drawing)).toEqual([
      'api → mail | Sends mail using',
      'mail → member | Sends mails to',
      'member → web | Visits the site of | HTTPS | http',
      'member → spa | Looks at accounts using',
      'member → app | Looks at accounts using',
      'web → spa | Delivers to the browser',
      'spa → api | Calls | JSON/HTTPS | http',
      'app → api | Calls | JSON/HTTPS | http',
      'api → database | Reads from and writes to | SQL/TCP',
      'api → ledger | Calls | XML/HTTPS | http',
    ])
    expect(drawing.nodes[7]).toMatchObject({
      label: 'Database',
      shape: 'cylinder',
      line: 38,
      description: 'PostgreSQL: Keeps registrations and hashed passwords.',
    })
  })

  test('has nodes and instances in its deployment views', () => {
    expect(nodes(view('LiveDeployment'))).toEqual([
      'Phone of a member / Mobile App mobile',
      'Browser-2 / Single-Page App-2 browser',
      'Data center / balancer load-balancer',
      'web*** / liveWeb',
      'api*** / liveApi',
      'primary / liveDatabase database',
      'standby / Database-2 database',
    ])
    expect(connections(view('LiveDeployment'))).toContain(
      'primary → standby | Replicates to | replication',
    )
    expect(view('LiveDeployment').groups).toContainEqual(
      expect.objectContaining({
        id: 'web***',
        label: 'web*** ×4',
        parent: 'Data center',
        description: 'Ubuntu',
      }),
    )
  })

  test('has a scenario for its dynamic view, and an answer needs no connection', () => {
    const { scenarios, ...drawing } = view('SignIn')
    expect(connections(drawing as Drawing)).toEqual([
      'spa → signIn | JSON/HTTPS | http',
      'signIn → security',
      'security → database | SQL/TCP',
    ])
    expect(scenarios).toEqual([
      {
        id: 'SignIn',
        title: 'A member signs in',
        steps: [
          { from: 'spa', to: 'signIn', message: 'Sends the password to' },
          { from: 'signIn', to: 'security', message: 'Checks it with' },
          { from: 'security', to: 'database', message: 'Reads the hash from' },
          { from: 'database', to: 'security', message: 'Returns the hash to' },
        ],
      },
    ])
  })

  test('is the same from both formats', () => {
    const sorted = (drawings: readonly Drawing[]) =>
      drawings.map(
        ({ nodes: drawnNodes, groups, connections: drawnConnections, scenarios, name, title }) => ({
          name,
          title,
          scenarios,
          groups: groups.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
          nodes: drawnNodes
            .map(({ line: _, ...node }) => node)
            .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
          connections: drawnConnections
            .map((one) => JSON.stringify({ ...one, line: 0 }))
            .toSorted(),
        }),
      )
    const byName = (a: Drawing, b: Drawing) => (a.name < b.name ? -1 : 1)
    expect(sorted(bank.json().toSorted(byName))).toEqual(sorted(bank.dsl().toSorted(byName)))
  })
})

test('a workspace without views is drawn as its systems, and the containers of each', () => {
  const model = `model {
    buyer = person Buyer
    shop = softwareSystem Shop {
      web = container Web
    }
    mail = softwareSystem Mail
    buyer -> web
    web -> mail
  }`
  const drawn = (views: string) =>
    readStructurizr(`workspace W {\n${model}\n${views}\n}`, 'workspace.dsl', () => undefined)
  expect(drawn('').map((one) => [one.name, ...connections(one)])).toEqual([
    ['W systems', 'buyer → shop', 'shop → mail'],
    ['Shop containers', 'buyer → web', 'web → mail'],
  ])
  expect(drawn('views {\nsystemContext mail {\ninclude *\n}\n}').map(({ name }) => name)).toEqual([
    'Mail context',
  ])
})

describe('files that a workspace names', () => {
  const SYSTEMS = 'u = person "User"\ns = softwareSystem "Shop"\nu -> s "Buys"\n'
  const VIEW = 'views {\nsystemContext s "Seen" {\ninclude *\n}\n}\n'
  const base = `workspace "Base" {\nmodel {\n${SYSTEMS}}\n}\n`
  const readWith = (text: string, files: Record<string, string | readonly string[]>) =>
    readStructurizr(text, 'workspace.dsl', (path) => files[path])

  test('a workspace extends another one, also above its folder, and keeps its name', () => {
    const [seen] = readWith(
      `workspace extends ../base.dsl {\nmodel {\nm = softwareSystem "Mail"\ns -> m "Sends"\n}\n${VIEW}}\n`,
      { '../base.dsl': base },
    )
    expect(seen && connections(seen)).toEqual(['u → s | Buys', 's → m | Sends'])
    expect(seen?.title).toBe('Shop context')
    expect(seen?.leftOut).toEqual([])
  })

  test('a folder includes its files in their order', () => {
    const [seen] = readWith(`workspace {\nmodel {\n!include parts\n}\n${VIEW}}\n`, {
      parts: ['1.dsl', '2.dsl', 'readme.md'],
      'parts/1.dsl': 'u = person "User"\ns = softwareSystem "Shop"\n',
      'parts/2.dsl': 'u -> s "Buys"\n',
    })
    expect(seen && connections(seen)).toEqual(['u → s | Buys'])
  })

  test.each([
    ['!include https://example.com/x.dsl', 'file https://example.com/x.dsl, which is not fetched'],
    ['!include /etc/x.dsl', 'file /etc/x.dsl, which is not local'],
    ['!include gone.dsl', 'file gone.dsl, which cannot be read'],
  ])('%s is left out, and a workspace that fails says so too', (statement, what) => {
    const [seen] = readWith(`workspace {\nmodel {\n${statement}\n${SYSTEMS}}\n${VIEW}}\n`, {})
    expect(seen?.leftOut).toEqual([{ line: 3, what }])

    const failing = `workspace {\nmodel {\n${statement}\n}\n}\n`
    const failure = expect.objectContaining({ details: { leftOut: [{ line: 3, what }] } })
    expect(() => readWith(failing, {})).toThrow(failure)
  })

  test('a pair of an expression may have spaces', () => {
    const [seen] = readWith(
      `workspace {\nmodel {\n${SYSTEMS}s -> u "Mails"\n}\nviews {\nsystemContext s "Seen" {\ninclude *\nexclude u -> s\n}\n}\n}\n`,
      {},
    )
    expect(seen && connections(seen)).toEqual(['s → u | Mails'])
    expect(seen?.leftOut).toEqual([])
  })

  test('an implied relationship has the tags of its origin', () => {
    const [seen] = readWith(
      `workspace {\nmodel {\nu = person "User"\ns = softwareSystem "Shop" {\nw = container "Web"\n}\nu -> w "Buys" "" "Async"\n}\nviews {\nsystemContext s "Seen" {\ninclude *\nexclude relationship.tag==Async\n}\n}\n}\n`,
      {},
    )
    expect(seen && connections(seen)).toEqual([])
  })
})
