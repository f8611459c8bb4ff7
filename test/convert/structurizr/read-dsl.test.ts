/** Reads what a `workspace.dsl` may say beside elements, relationships and views. */
import { describe, expect, test } from 'vitest'
import type { Drawing } from '../../../src/convert/drawing/drawing.ts'
import { uniqueIds } from '../../../src/convert/drawing/ids.ts'
import { readStructurizr } from '../../../src/convert/structurizr/read-structurizr.ts'
import { scriptOf } from '../script-of.ts'

const read = (text: string, files: Record<string, string> = {}) =>
  readStructurizr(text, 'workspace.dsl', (path) => files[path])
const inModel = (model: string, views = '') =>
  read(`workspace "W" {\nmodel {\n${model}\n}\nviews {\n${views}\n}\n}\n`)
const connections = (drawing: Drawing | undefined) =>
  drawing?.connections.map(({ from, to, label, protocol }) =>
    [`${from} → ${to}`, label, protocol].filter(Boolean).join(' | '),
  )
const labels = (drawing: Drawing | undefined) => drawing?.nodes.map(({ label }) => label)
const SHOP =
  's = softwareSystem "Shop" {\nw = container "Web"\nd = container "Data"\nw -> d "Reads"\n}'

describe('a base workspace in JSON', () => {
  const base = JSON.stringify({
    name: 'Base',
    model: {
      people: [{ id: '1', name: 'Buyer', relationships: [{ id: '3', destinationId: '2' }] }],
      softwareSystems: [
        { id: '2', name: 'Shop', properties: { 'structurizr.dsl.identifier': 'shop' } },
        { id: '4', name: 'Mail/Post' },
      ],
    },
    views: { systemLandscapeViews: [{ key: 'All', elements: [{ id: '1' }, { id: '2' }] }] },
  })
  const extended = (model: string, views = '') =>
    read(`\nworkspace extends base.json {\nmodel {\n${model}\n}\nviews {\n${views}\n}\n}\n`, {
      'base.json': base,
    })

  test('gives its elements by identifier, and its views', () => {
    const [all, seen] = extended(
      '!element shop {\nw = container "Web"\n}\nm = softwareSystem "Bank"\nw -> m "Asks"',
      'container shop "Seen" {\ninclude *\n}',
    )
    expect([all?.name, all?.title, labels(all)]).toEqual(['All', 'Base systems', ['Buyer', 'Shop']])
    expect(connections(seen)).toEqual(['w → m | Asks'])
    expect(all?.leftOut).toEqual([])
  })

  test('gives elements without an identifier by their canonical names', () => {
    const drawings = extended(
      '!extend "SoftwareSystem://MailPost" {\nq = container "Queue"\n}\nq -> shop "Feeds"',
      'systemContext shop "Seen" {\ninclude *\n}',
    )
    expect(connections(drawings[1])).toEqual(['Buyer → shop', 'Mail/Post → shop | Feeds'])
  })

  test('counts as its line, also if it is broken', () => {
    const broken = () => read('\nworkspace extends base.json {\n}\n', { 'base.json': '{' })
    expect(broken).toThrow('Line 2: this is not JSON')
    const [all] = extended('')
    expect(all?.nodes.map(({ line }) => line)).toEqual([2, 2])
  })

  test('that cannot be read is the first thing that the error says', () => {
    const broken = () => read('\nworkspace extends base.json {\n}\n')
    expect(broken).toThrow(
      'Line 2: the file base.json cannot be read, and without it there is no view that topo draws.',
    )
  })

  test('has usual views of systems without an identifier, with ids of their labels', () => {
    const drawings = read(
      'workspace extends base.json {\nmodel {\n!element "SoftwareSystem://Big Shop" {\nw = container "Web"\n}\n}\n}\n',
      { 'base.json': '{"model":{"softwareSystems":[{"id":"1","name":"Big Shop"}]}}' },
    )
    expect(drawings.map(({ title }) => title)).toEqual(['systems', 'Big Shop containers'])
    expect(drawings.flatMap(({ leftOut }) => leftOut)).toEqual([])
    expect(drawings.map((drawing) => [...uniqueIds(drawing).values()])).toEqual([
      ['big-shop'],
      ['web', 'big-shop'],
    ])
    const [, inside] = drawings
    expect(inside && scriptOf(inside)).toContain("createGroup('big-shop', { label: 'Big Shop' })\n")
  })

  test('is left out where it is only included', () => {
    const text = `workspace {\nmodel {\n!include base.json\n${SHOP}\n}\n}\n`
    const [seen] = read(text, { 'base.json': base })
    expect(seen?.leftOut).toEqual([{ line: 3, what: 'file base.json, which is JSON' }])
  })
})

test('an archetype presets technology, tags and descriptions, also of another one and of arrows', () => {
  const [seen] = inModel(
    `archetypes {
      app = container {
        technology "Java"
        tag "App"
        metadata "x"
      }
      api = app {
        description "Answers"
      }
      calls = -> {
        technology "HTTPS"
      }
    }
    s = softwareSystem "Shop" {
      a = api "Api"
      b = app "Batch" "Counts" "Go"
      b --calls-> a "Asks"
    }`,
    'container s {\ninclude element.tag==App\n}',
  )
  expect(seen?.nodes.map(({ label, description }) => [label, description])).toEqual([
    ['Api', 'Java: Answers'],
    ['Batch', 'Go: Counts'],
  ])
  expect(connections(seen)).toEqual(['b → a | Asks | HTTPS'])
  expect(seen?.leftOut).toEqual([{ line: 7, what: 'archetype app: metadata' }])
})

test('instances call each other in their deployment group only', () => {
  const [seen] = inModel(
    `${SHOP}
    deploymentEnvironment "Live" {
      blue = deploymentGroup "Blue"
      green = deploymentGroup "Green"
      deploymentNode "One" {
        deploymentGroup blue
        w1 = containerInstance w
        d1 = containerInstance d "Spare"
      }
      deploymentNode "Two" {
        w2 = containerInstance w green
        d2 = containerInstance d green "Spare"
      }
      deploymentNode "Three" {
        w3 = containerInstance w
      }
    }`,
    'deployment * "Live" {\ninclude *\n}\nstyles {\nelement "Spare" {\nshape cylinder\n}\n}',
  )
  expect(connections(seen)).toEqual(['w1 → d1 | Reads', 'w2 → d2 | Reads'])
  expect(seen?.nodes.flatMap(({ id, shape }) => (shape ? [id] : []))).toEqual(['d1', 'd2'])
})

test('shapes are read from the styles of a theme too', () => {
  const [seen] = inModel(
    SHOP,
    'container s {\ninclude *\n}\nstyles {\ndark {\nelement "Container" {\nshape cylinder\n}\n}\n}',
  )
  expect(seen?.nodes.map(({ shape }) => shape)).toContain('cylinder')
})

test('statements for all that an expression names', () => {
  const [seen] = inModel(
    `${SHOP}
    log = softwareSystem "Log"
    !elements "element.parent==s" {
      tag "Mine"
      -> log "Writes"
    }
    !relationships "*->log" {
      technology "UDP"
    }
    !elements "element.tag==Nobody" {
      tag "Mine"
    }`,
    'container s {\ninclude element.tag==Mine log\n}',
  )
  expect(connections(seen)).toEqual([
    'w → d | Reads',
    'w → log | Writes | UDP',
    'd → log | Writes | UDP',
  ])
  expect(seen?.leftOut).toEqual([{ line: 16, what: '!elements' }])
})

test('a filtered view has what has one of its tags, or all else', () => {
  const [, core, rest] = inModel(
    `a = softwareSystem "A" "" "Core"
    b = softwareSystem "B"
    c = softwareSystem "C" "" "Core,Old"
    a -> b "One"
    a -> c "Two"
    b -> a "Three" "" "Old"`,
    `systemLandscape "All" {
      include *
    }
    filtered "All" include "Core,Relationship" "Core"
    filtered "All" exclude "Old" "Rest" {
      title "Without old"
    }
    filtered "None" exclude "Old" "Lost"`,
  )
  expect([core?.name, core?.title, labels(core), connections(core)]).toEqual([
    'Core',
    'W systems',
    ['A', 'C'],
    ['a → c | Two'],
  ])
  expect([rest?.name, rest?.title, labels(rest), connections(rest)]).toEqual([
    'Rest',
    'Without old',
    ['A', 'B'],
    ['a → b | One'],
  ])
})

test('the views that Structurizr adds, if there are none or a script asks for them', () => {
  const model = `${SHOP}
    !element w {
      p = component "Page"
    }
    deploymentEnvironment "Live" {
      deploymentNode "One" {
        containerInstance w
      }
    }`
  const usual = ['W systems', 'Shop containers', 'Web components', 'W Live deployment']
  expect(inModel(model).map(({ name }) => name)).toEqual(usual)

  const script = '!script groovy {\nworkspace.views.createDefaultViews()\n}\n'
  const drawn = inModel(model, `${script}systemContext s "Seen" {\ninclude *\n}`)
  expect(drawn.map(({ name }) => name)).toEqual(['Seen', ...usual])
  expect(drawn[0]?.leftOut).toEqual([{ line: 18, what: '!script' }])
})

test('a custom view has the elements of its author', () => {
  const [seen] = inModel(
    `a = element "Belt"\nb = element "Crate"\na -> b "Carries"\n${SHOP}`,
    'custom "Floor" "On the floor" {\ninclude *\n}',
  )
  expect([seen?.name, seen?.title, labels(seen), connections(seen)]).toEqual([
    'Floor',
    'On the floor',
    ['Belt', 'Crate'],
    ['a → b | Carries'],
  ])
})

test('a dynamic view is called like its description, and an answer keeps its connection', () => {
  const [seen] = inModel(SHOP, 'dynamic s "Load" "A page is loaded" {\nd -> w "Rows"\n}')
  expect(seen?.title).toBe('A page is loaded')
  expect(connections(seen)).toEqual(['w → d'])
  expect(seen?.scenarios[0]?.steps).toEqual([{ from: 'd', to: 'w', message: 'Rows' }])
})

test('a part outside of what contains it is left out', () => {
  const [seen] = inModel(`${SHOP}\nx = container "Lost"\ny = component "Lost"`)
  expect(seen?.leftOut.map(({ what }) => what)).toEqual([
    'container that is not in a softwaresystem',
    'component that is not in a container',
  ])
})

test('a block in one line is refused, unless it is empty', () => {
  const inARow = () => inModel(SHOP, 'systemContext s { include * }')
  expect(inARow).toThrow('Line 10: "{" must be the end of its line')
  const [seen] = inModel(
    'a = person "Buyer {x}" {}\nb = softwareSystem "Shop" { }\na -> b "Buys { x }"',
  )
  expect(seen?.nodes.map(({ label, description }) => [label, description])).toEqual([
    ['Buyer {x}', undefined],
    ['Shop', undefined],
  ])
})

const BEHIND = '"{" must be the end of its line'
const BEFORE = '"}" must be in a line without other words'
const ALONE = '"{" must be at the end of the statement that it opens'

test.each([
  ['views', 'systemContext s "ctx" { include *\nautolayout lr\n}', `Line 10: ${BEHIND}`],
  ['views', 'systemContext s "ctx" {\ninclude *\nautolayout lr }', `Line 12: ${BEFORE}`],
  ['views', 'systemContext s "ctx" {\ninclude *\n} }', `Line 12: ${BEFORE}`],
  ['views', 'systemContext s "ctx"\n{\ninclude *\n}', `Line 11: ${ALONE}`],
  ['views', 'systemContext s "ctx" {\nanimation\n{\ns\n}\n}', `Line 12: ${ALONE}`],
  ['model', 'u = person "U" { tags "A"\n}', `Line 8: ${BEHIND}`],
  ['model', 'u = person "U" {\ntags "A" }', `Line 9: ${BEFORE}`],
  ['model', 'u = person "U"\n{\ntags "A"\n}', `Line 9: ${ALONE}`],
])('a brace of the %s that shares its line is refused at its place: %s', (room, text, message) => {
  const drawn = () => (room === 'model' ? inModel(`${SHOP}\n${text}`) : inModel(SHOP, text))
  expect(drawn).toThrow(message)
})

test('a comment may follow a brace, and a quoted brace opens nothing', () => {
  const [seen] = read(
    `workspace { // all
      model { # who
        u = person "User" "Reads {" {
          tags "{"
        }   // user
        s = softwareSystem "Shop"{
        } /* shop */
        u -> s "Buys }"
      } #model
      views {
        systemContext s {
          include *
        } // ctx
      }
    }`,
  )
  expect(seen?.nodes.map(({ label, description }) => [label, description])).toEqual([
    ['User', 'Reads {'],
    ['Shop', undefined],
  ])
  expect(connections(seen)).toEqual(['u → s | Buys }'])
  expect(seen?.leftOut).toEqual([])
})

test('a view that shows nothing is left out, with the statements that name nothing', () => {
  const views = 'container s "Typo" {\ninclde *\n}\nsystemLandscape "All" {\ninclude *\n}'
  const drawings = inModel(SHOP, views)
  expect(drawings.map(({ name }) => name)).toEqual(['All'])
  expect(drawings[0]?.leftOut).toEqual([
    { line: 10, what: 'view Typo, which shows nothing' },
    { line: 11, what: 'inclde' },
  ])
  const onlyEmpty = () => inModel(SHOP, 'container s "Typo" {\ninclude gone\n}')
  expect(onlyEmpty).toThrow(
    expect.objectContaining({
      details: {
        leftOut: [
          { line: 10, what: 'view Typo, which shows nothing' },
          { line: 11, what: 'include gone' },
        ],
      },
    }),
  )
})

test('statements that set nothing are left out at their lines', () => {
  const [seen] = inModel(
    `archetypes {\nlost component\n}\n${SHOP}\nu = person "U"\nu -> s "Buys" {\nprotocol "x"\n}`,
    'systemContext s "ctx" {\ninclude *\nautolayot lr\n}\nstyles {\nelement "A" {\nshape Box\ncolor #fff\n}\n}',
  )
  expect(seen?.leftOut).toEqual([
    { line: 4, what: 'archetype lost' },
    { line: 13, what: 'protocol' },
    { line: 21, what: 'styles, except shapes' },
    { line: 19, what: 'autolayot' },
  ])
})

test('a step with a block of its own is a step', () => {
  const [seen] = inModel(SHOP, 'dynamic s {\nw -> d "Asks" {\nurl "https://example.com"\n}\n}')
  expect(seen?.scenarios[0]?.steps).toEqual([{ from: 'w', to: 'd', message: 'Asks' }])
  expect(seen?.leftOut).toEqual([])
})

test('a relationship that is said again is there once', () => {
  const [seen] = inModel(
    `${SHOP}\nw -> d "Writes"\nw -> d "Reads"\nw -> d "Writes"`,
    'container s {\ninclude *\n}',
  )
  expect(connections(seen)).toEqual(['w → d | Reads', 'w → d | Writes'])
})
