/** Writes the scripts of the corpus, from data, with fixed seeds: the same on every machine. */

export interface NodeData {
  readonly id: string
  readonly label?: string
  readonly shape?: string
  readonly icon?: string
  readonly replicas?: number
}

export interface GroupData {
  readonly id: string
  readonly label?: string
  readonly position?: readonly [x: number, y: number]
  /** Rows of nodes and groups; more than one row writes `newRow()`. */
  readonly rows: readonly (readonly (string | NodeData | GroupData)[])[]
}

export interface EdgeData {
  readonly from: string
  readonly to: string
  readonly label?: string
  readonly type?: string
  readonly port?: number
}

export interface DrawingData {
  readonly autoLayout?: boolean
  readonly roots: readonly (string | NodeData | GroupData)[]
  readonly edges: readonly (EdgeData | readonly [from: string, to: string, label?: string])[]
}

export const group = (
  id: string,
  label: string,
  ...rows: (readonly (string | NodeData | GroupData)[])[]
): GroupData => ({
  id,
  label,
  rows,
})

export const database = (id: string): NodeData => ({ id, shape: 'cylinder', icon: 'database' })
export const queue = (id: string): NodeData => ({ id, shape: 'parallelogram', icon: 'queue' })

const isGroup = (one: NodeData | GroupData): one is GroupData => 'rows' in one

export function scriptOf({ autoLayout = true, roots, edges }: DrawingData): string {
  const lines: string[] = [`const t = new TopologyBuilder(${autoLayout})`]
  let groups = 0
  const text = (value: unknown) => JSON.stringify(value)
  const whole = (one: string | NodeData | GroupData) =>
    typeof one === 'string' ? { id: one } : one
  const write = (one: NodeData | GroupData, owner?: string): void => {
    if (!isGroup(one)) {
      lines.push(`${owner === undefined ? 't.createProcess' : `${owner}.addProcess`}(${text(one)})`)
      return
    }
    const { id, label = id, position, rows } = one
    const name = `g${groups++}`
    const place = position === undefined ? '' : `, { x: ${position[0]}, y: ${position[1]} }`
    lines.push(
      owner === undefined
        ? `const ${name} = t.createGroup(${text(id)}, { label: ${text(label)} }${place})`
        : `const ${name} = ${owner}.addGroup({ id: ${text(id)}, label: ${text(label)} })`,
    )
    rows.forEach((row, at) => {
      if (at > 0) lines.push(`${name}.newRow()`)
      for (const child of row) write(whole(child), name)
    })
    lines.push(`${name}.autoResize()`)
  }
  for (const root of roots) write(whole(root))
  for (const edge of edges) {
    const { from, to, ...options } =
      'from' in edge ? edge : { from: edge[0], to: edge[1], label: edge[2] }
    lines.push(`t.connect(${text(from)}, ${text(to)}, ${text({ type: 'tcp', ...options })})`)
  }
  return [...lines, 'await t.apply()', ''].join('\n')
}

/** Numbers in [0, 1) from a seed (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export const ids = (count: number, name = 'n'): string[] =>
  Array.from({ length: count }, (_, number) => `${name}${number}`)

/** Connections by a short notation: `a > b, c: label` connects a with b and c. */
export function connections(notation: string): [from: string, to: string, label?: string][] {
  return notation
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [ends = '', label] = line.split(':').map((part) => part.trim())
      const [from = '', targets = ''] = ends.split('>').map((part) => part.trim())
      return targets.split(',').map((to): [string, string, string?] => {
        const end = to.trim()
        return label === undefined ? [from, end] : [from, end, label]
      })
    })
}
