// Generates scripts for the benchmarks.

/** Script with so many nodes and as many connections. */
export function scriptOf(nodes) {
  const ids = Array.from({ length: nodes }, (_, n) => `n${n}`)
  return [
    'const t = new TopologyBuilder(true)',
    "const g = t.createGroup('g', { label: 'G' })",
    ...ids.map((id) => `g.addProcess({ id: '${id}', label: 'Node ${id}', state: 'running' })`),
    'g.autoResize()',
    ...ids.map(
      (id, n) => `t.connect('${id}', 'n${(n * 7 + 1) % nodes}', { type: 'http', label: 'x' })`,
    ),
    'await t.apply()',
    '',
  ].join('\n')
}

/** The same diagram, by a script that has to run: its loops compute ids. */
export function programOf(nodes) {
  return [
    'const t = new TopologyBuilder(true)',
    "const g = t.createGroup('g', { label: 'G' })",
    `for (let n = 0; n < ${nodes}; n++)`,
    "  g.addProcess({ id: 'n' + n, label: 'Node n' + n, state: 'running' })",
    'g.autoResize()',
    `for (let n = 0; n < ${nodes}; n++)`,
    `  t.connect('n' + n, 'n' + ((n * 7 + 1) % ${nodes}), { type: 'http', label: 'x' })`,
    'await t.apply()',
    '',
  ].join('\n')
}

/** Script with so many nodes in groups of five within groups of ten, and 1.3 connections a node, most of them near. */
export function groupsOf(nodes) {
  const lines = ['const t = new TopologyBuilder(true)']
  for (let first = 0, area = 0; first < nodes; first += 10, area++) {
    lines.push(`const a${area} = t.createGroup('a${area}', { label: 'Area ${area}' })`)
    for (const team of [0, 1]) lines.push(...teamOf(area, team, first + team * 5, nodes))
    lines.push(`a${area}.autoResize()`)
  }
  for (let n = 0; n < nodes * 1.3; n++) {
    const from = (n * 7) % nodes
    const near = (from + 1 + (n % 6)) % nodes
    const to = n % 5 === 0 ? (n * 31) % nodes : near
    const type = n % 3 ? 'http' : 'tcp'
    if (from !== to)
      lines.push(`t.connect('n${from}', 'n${to}', { type: '${type}', label: 'call ${n}' })`)
  }
  return [...lines, 'await t.apply()', ''].join('\n')
}

/**
 * Script with so many nodes in groups of ten, and 1.3 connections a node to any other: the same in
 * every run.
 */
export function crowdOf(nodes) {
  let state = 1
  const pick = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * nodes)
  }
  const lines = ['const t = new TopologyBuilder(true)']
  for (let n = 0; n < nodes; n++) {
    const group = Math.floor(n / 10)
    if (n % 10 === 0)
      lines.push(`const g${group} = t.createGroup('g${group}', { label: 'Group ${group}' })`)
    lines.push(`g${group}.addProcess({ id: 'n${n}', label: 'Service ${n}' })`)
    if (n % 10 === 9 || n === nodes - 1) lines.push(`g${group}.autoResize()`)
  }
  for (let n = 0; n < nodes * 1.3; n++) {
    const from = pick()
    const to = pick()
    if (from !== to) lines.push(`t.connect('n${from}', 'n${to}', { type: 'http' })`)
  }
  return [...lines, 'await t.apply()', ''].join('\n')
}

/** A group of at most five nodes; none beyond the last node. */
function teamOf(area, team, first, nodes) {
  const ids = Array.from({ length: 5 }, (_, n) => first + n).filter((id) => id < nodes)
  if (ids.length === 0) return []
  const name = `a${area}t${team}`
  return [
    `const ${name} = a${area}.addGroup({ id: '${name}', label: 'Team ${area}.${team}' })`,
    ...ids.map(
      (id) => `${name}.addProcess({ id: 'n${id}', label: 'Service ${id}', icon: 'server' })`,
    ),
    `${name}.autoResize()`,
  ]
}
