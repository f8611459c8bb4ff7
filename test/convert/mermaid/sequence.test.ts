/** Sequence diagrams of Mermaid: participants are nodes, courses of events are scenarios, as Mermaid's own parser finds them. */
import { expect, test } from 'vitest'
import { readMermaid } from '../../../src/convert/mermaid/index.ts'
import { validate } from '../../../src/validator/index.ts'
import { scriptOf } from '../script-of.ts'
import { sequenceOf } from './own-parser.ts'

const drawingOf = (lines: string) => {
  const [drawing] = readMermaid(`sequenceDiagram\n${lines}`, 'calls.mmd')
  if (!drawing) throw new Error('There is no drawing.')
  return drawing
}

const ARROWS = ['->', '-->', '->>', '-->>', '-x', '--x', '-)', '--)', '<<->>', '<<-->>']

const forms = [
  ...ARROWS.map((arrow) => `Alice${arrow}Bob: Hello Bob`),
  'participant A as Alice\nactor B\nA->>B: Hi\nB-->>A: Hi',
  'participant A@{ "type": "database" } as Orders\nA->>B: read',
  'Alice->>+Bob: Hello\nBob-->>-Alice: Great',
  'Alice->>Bob: Hello\nactivate Bob\nBob-->>Alice: Great\ndeactivate Bob',
  'Note right of Alice: thinks\nNote over Alice,Bob: both\nAlice->Bob: x',
  'loop Every minute\nAlice->Bob: x\nend',
  'alt is sick\nBob->>Alice: Not so good\nelse is well\nBob->>Alice: Fresh\nend\nopt Extra\nBob->>Alice: Thanks\nend',
  'par A to B\nAlice->>Bob: Hi\nand A to C\nAlice->>John: Hi\nend',
  'critical Connect\nA-->B: connect\noption Timeout\nA-->A: log\nend\nbreak when it fails\nA-->B: bye\nend',
  'rect rgb(191, 223, 255)\nA->>B: Hi\nend',
  'create participant Carl\nAlice->>Carl: Hi Carl\ndestroy Carl\nAlice-xCarl: bye',
  'autonumber\nAlice->>John: Hello\nJohn->>John: think\nlinks Alice: {"a": "https://x.y"}',
  'accDescr {\n  One calls\n  another\n}\nA->>B: x',
  'title: A title\nA->>B: one; B->>A: two',
  'Alice in space->>Bob 2: a text #59; with a semicolon<br/>and a line',
  '%% a comment\nA->>B: x\n\n   %% another\nB-->>A: y',
]

/** Messages that say which block follows. */
const ANNOUNCES = /^(?:loop|par|and|critical|alt|else|opt|break)\b/

test.each(forms)('%j', async (form) => {
  const { nodes, scenarios, connections, leftOut } = drawingOf(form)
  const theirs = await sequenceOf(`sequenceDiagram\n${form}`)
  expect(nodes.map(({ id }) => id).sort()).toEqual(
    theirs.actors.map((actor) => actor.split(': ')[0]).sort(),
  )
  // A step that several courses share is one object.
  const steps = [...new Set(scenarios.flatMap((one) => one.steps))]
  const said = steps.filter(({ message = '' }) => !ANNOUNCES.test(message))
  expect(said.map(({ from, to }) => `${from} → ${to}`).sort()).toEqual(
    theirs.messages.map((message) => message.slice(0, message.indexOf(':'))).sort(),
  )
  const pairs = new Set(
    connections.flatMap(({ from, to }) => [`${from} → ${to}`, `${to} → ${from}`]),
  )
  for (const { from, to } of steps) expect(from === to || pairs.has(`${from} → ${to}`)).toBe(true)
  expect(leftOut.every(({ line }) => line > 1)).toBe(true)
  const { findings } = await validate(scriptOf(drawingOf(form)).replace('export default', 'return'))
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('names, boxes and symbols are kept, and a loop says so', () => {
  const drawing = drawingOf(
    'box Shop\nparticipant db@{ "type": "database" } as Orders\nend\nactor u as Customer\nloop often\nu->>db: read\nend',
  )
  expect(drawing.nodes).toMatchObject([
    { id: 'db', label: 'Orders', shape: 'cylinder', group: 'box 1' },
    { id: 'u', label: 'Customer', icon: 'user' },
  ])
  expect(drawing.groups).toMatchObject([{ id: 'box 1', label: 'Shop' }])
  expect(drawing.leftOut).toEqual([])
  expect(drawing.scenarios[0]?.steps).toEqual([
    { from: 'u', to: 'u', message: 'loop: often' },
    { from: 'u', to: 'db', message: 'read' },
  ])
})

/** Each course as its title, and its messages. */
const courses = (lines: string) =>
  drawingOf(lines).scenarios.map(
    ({ title, steps }) => `${title} | ${steps.map(({ message }) => message).join(' ')}`,
  )

test.each([
  [
    'an alternative is a scenario for each branch, with what comes before and after',
    'A->>B: 1\nalt in stock\nB->>A: yes\nelse sold out\nB->>A: no\nend\nA->>B: 2',
    ['in stock | 1 yes 2', 'sold out | 1 no 2'],
  ],
  [
    'an option is two scenarios',
    'A->>B: 1\nopt with a coupon\nA->>B: coupon\nend\nA->>B: 2',
    ['with a coupon | 1 coupon 2', 'Not: with a coupon | 1 2'],
  ],
  [
    'a loop is one scenario that says so',
    'loop each hour\nA->>B: ping\nend',
    ['calls | loop: each hour ping'],
  ],
  [
    'parallel branches are one scenario that says so',
    'par first\nA->>B: 1\nand second\nA->>B: 2\nend',
    ['calls | par: first 1 and: second 2'],
  ],
  [
    'a break ends its course',
    'A->>B: 1\nbreak it fails\nB->>A: error\nend\nA->>B: 2',
    ['it fails | 1 error', 'Not: it fails | 1 2'],
  ],
  [
    'a critical region is a scenario by itself, and one with each option',
    'critical connect\nA->>B: 1\noption timeout\nA->>A: log\nend\nA->>B: 2',
    ['connect | 1 2', 'timeout | 1 log 2'],
  ],
  [
    'alternatives in alternatives multiply',
    'alt a\nA->>B: 1\nalt c\nA->>B: 2\nelse d\nA->>B: 3\nend\nelse b\nA->>B: 4\nend',
    ['a, c | 1 2', 'a, d | 1 3', 'b | 4'],
  ],
  [
    'a branch without words has a number',
    'alt\nA->>B: 1\nelse\nA->>B: 2\nend',
    ['Branch 1 | 1', 'Branch 2 | 2'],
  ],
  [
    'more than eight courses are one scenario, in which messages name the conditions',
    `A->>B: 0\n${Array.from({ length: 4 }, (_, i) => `alt a${i}\nA->>B: x${i}\nelse b${i}\nA->>B: y${i}\nend`).join('\n')}`,
    [
      'calls | 0 alt: a0 x0 else: b0 y0 alt: a1 x1 else: b1 y1 alt: a2 x2 else: b2 y2 alt: a3 x3 else: b3 y3',
    ],
  ],
  ['an option alone is one scenario', 'opt maybe\nA->>B: 1\nend', ['calls | 1']],
])('%s', (_name, lines, expected) => {
  expect(courses(lines)).toEqual(expected)
})

test('scenarios of a thousand alternatives take no time', () => {
  const alternative = 'alt a\nA->>B: 1\nelse b\nA->>B: 2\nend\n'
  expect(courses(alternative.repeat(1_000))).toHaveLength(1)
})

test.each([
  ['Purple Team', 'Team'],
  ['Team Purple', 'Team Purple'],
  ['rgb(1, 2, 3) Shop', 'Shop'],
  ['Payment services', 'Payment services'],
  ['transparent Shop', 'Shop'],
  ['Aqua', 'Box 1'],
  ['', 'Box 1'],
])('the title of "box %s" is %s', (words, label) => {
  const { groups } = drawingOf(`box ${words}\nparticipant A\nend\nA->>A: x`)
  expect(groups).toEqual([{ id: 'box 1', label }])
})

test.each([
  ['A->>B: x\nend', 3, 'closes nothing'],
  ['loop x\nA->>B: y', 3, '"loop" has no "end"'],
  ['A ???? B', 2, 'is not understood'],
  ['', 1, 'no participants'],
  [`${'loop x\n'.repeat(60)}A->>B: x\n${'end\n'.repeat(60)}`, 52, 'nested more than 50 deep'],
])('%j names line %i', (lines, line, why) => {
  expect(() => drawingOf(lines)).toThrow(new RegExp(`^Line ${line}: .*${why}`))
})
