/** Pictures for tests: of realistic scripts, and of arbitrary ones with hostile names. */
import fc from 'fast-check'
import { type LayoutOptions, layout, type Picture } from '../../src/render/index.ts'
import { readTopology, type Topology } from '../../src/topology/index.ts'
import { anyCharacter } from '../any-character.ts'
import { isAll } from '../cases.ts'

export async function topologyOf(script: string): Promise<Topology> {
  const { topology, problems } = await readTopology(script)
  if (!topology) throw new Error(`${JSON.stringify(problems)}\n${script}`)
  return topology
}

export async function pictureOf(
  script: string,
  title = 'Shop',
  how: Partial<LayoutOptions> = {},
): Promise<Picture> {
  return layout(await topologyOf(script), { title, ...how })
}

/** Wraps lines in a script. */
export const drawing = (body: string, autoLayout = true): string =>
  `const t = new TopologyBuilder(${autoLayout})\n${body}\nawait t.apply()\n`

/** Hostile names. */
export const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '"]; click n0 "javascript:alert(1)"',
    '</text><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '" onload="alert(1)',
    ']]><!--',
    '&lt;&#60;&amp;',
    'toString',
    'end',
    '%%{init: {}}%%',
    '```\n# heading\n```',
    '`**bold**`',
    '\\N\\G"];',
    '#quot;#35;',
    'مرحبا \u202E بالعالم',
    '👩‍👩‍👧‍👦 家族 ελληνικά',
    'a\u0000b\u001b[31mc\u2028d',
    '\ud800',
    '',
    ' ',
  ),
)

interface Part {
  readonly name: string
  readonly shape: string
  readonly replicas: number
  readonly newRow: boolean
  readonly x: number | undefined
  readonly y: number
  /** A property of `style`, and its value. */
  readonly look: readonly [name: string, value: string]
  readonly children: readonly Part[]
}

const part = (depth: number, most: number): fc.Arbitrary<Part> =>
  fc.record({
    name: hostile,
    shape: fc.constantFrom(
      'default',
      'cylinder',
      'diamond',
      'cloud',
      'hexagon',
      'parallelogram',
      'circle',
    ),
    replicas: fc.integer({ min: 0, max: 5 }),
    newRow: fc.boolean(),
    x: fc.option(fc.integer({ min: -500, max: 1500 }), { nil: undefined }),
    y: fc.integer({ min: -500, max: 1500 }),
    look: fc.tuple(
      fc.constantFrom('border', 'borderStyle', 'borderColor', 'background', 'backgroundColor'),
      fc.oneof(
        hostile,
        fc.constantFrom('2px dashed #0f766e', 'dotted', '#f0f', '1px solid url(//x) red;x:y'),
      ),
    ),
    children: depth === 0 ? fc.constant([]) : fc.array(part(depth - 1, most), { maxLength: most }),
  })

/** The options of a part, before the brace that ends them. */
function openConfigOf(id: string, { name, shape, x, y, look }: Part): string {
  const place = x === undefined ? '' : `, x: ${x}, y: ${y}`
  const style = JSON.stringify({ [look[0]]: look[1] })
  return `{ id: ${JSON.stringify(id)}, label: ${JSON.stringify(name)}, shape: '${shape}'${place}, style: ${style}`
}

/** @param most parts of a group */
const scriptOf = (most: number): fc.Arbitrary<string> =>
  fc
    .record({
      autoLayout: fc.boolean(),
      parts: fc.array(part(2, most), { minLength: 1, maxLength: most + 1 }),
      edges: fc.array(fc.record({ from: fc.nat(), to: fc.nat(), label: hostile, type: hostile }), {
        maxLength: 14,
      }),
    })
    .map(({ autoLayout, parts, edges }) => {
      const lines: string[] = []
      const ids: string[] = []
      const write = (component: Part, owner: string | undefined): void => {
        const { name, replicas, newRow, children } = component
        const id = `i${ids.length}${name}`
        const variable = `g${ids.length}`
        ids.push(id)
        const config = openConfigOf(id, component)
        if (newRow && owner !== undefined) lines.push(`${owner}.newRow()`)
        if (children.length === 0 && owner !== undefined) {
          lines.push(`${owner}.addProcess(${config}, replicas: ${replicas} })`)
          return
        }
        lines.push(
          `const ${variable} = ${owner === undefined ? 't.createGroup' : `${owner}.addGroup`}(${config} })`,
        )
        for (const child of children) write(child, variable)
      }
      for (const one of parts) write(one, undefined)
      for (const { from, to, label, type } of edges) {
        const ends = [from, to].map((end) => JSON.stringify(ids[end % ids.length])).join(', ')
        lines.push(
          `t.connect(${ends}, { label: ${JSON.stringify(label)}, type: ${JSON.stringify(type)} })`,
        )
      }
      return drawing(lines.join('\n'), autoLayout)
    })

/** Arbitrary scripts: nested groups with rows, positions and replicas, and connections between any nodes. */
export const arbitraryScript = scriptOf(4)
/** For what does not depend on the size, which takes most of the time. */
export const smallScript = scriptOf(isAll ? 4 : 2)
