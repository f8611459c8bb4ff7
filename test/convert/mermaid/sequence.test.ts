/** Sequence diagrams of Mermaid: participants are nodes, messages one scenario, as Mermaid's own parser finds them. */
import { expect, test } from 'vitest'
import { scriptOfDrawing } from '../../../src/convert/index.ts'
import { readMermaid } from '../../../src/convert/mermaid/index.ts'
import { validate } from '../../../src/validator/index.ts'
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

test.each(forms)('%j', async (form) => {
  const { nodes, scenarios, connections, leftOut } = drawingOf(form)
  const theirs = await sequenceOf(`sequenceDiagram\n${form}`)
  expect(nodes.map(({ id }) => id).sort()).toEqual(
    theirs.actors.map((actor) => actor.split(': ')[0]).sort(),
  )
  const steps = scenarios.flatMap((one) => one.steps)
  expect(steps.map(({ from, to }) => `${from} → ${to}`)).toEqual(
    theirs.messages.map((message) => message.slice(0, message.indexOf(':'))),
  )
  const pairs = new Set(
    connections.flatMap(({ from, to }) => [`${from} → ${to}`, `${to} → ${from}`]),
  )
  for (const { from, to } of steps) expect(from === to || pairs.has(`${from} → ${to}`)).toBe(true)
  expect(leftOut.every(({ line }) => line > 1)).toBe(true)
  const { findings } = await validate(
    scriptOfDrawing(drawingOf(form)).replace('export default', 'return'),
  )
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('names, boxes and symbols are kept, and frames are listed with their line', () => {
  const drawing = drawingOf(
    'box Shop\nparticipant db@{ "type": "database" } as Orders\nend\nactor u as Customer\nloop often\nu->>db: read\nend',
  )
  expect(drawing.nodes).toMatchObject([
    { id: 'db', label: 'Orders', shape: 'cylinder', group: 'box 1' },
    { id: 'u', label: 'Customer', icon: 'user' },
  ])
  expect(drawing.groups).toMatchObject([{ id: 'box 1', label: 'Shop' }])
  expect(drawing.leftOut).toEqual([{ line: 6, what: 'loop often' }])
  expect(drawing.scenarios[0]?.steps).toEqual([{ from: 'u', to: 'db', message: 'read' }])
})

test.each([
  ['A->>B: x\nend', 3, 'closes nothing'],
  ['loop x\nA->>B: y', 3, '"loop" has no "end"'],
  ['A ???? B', 2, 'is not understood'],
  ['', 1, 'no participants'],
])('%j names line %i', (lines, line, why) => {
  expect(() => drawingOf(lines)).toThrow(new RegExp(`^Line ${line}: .*${why}`))
})
