// Generates scripts for the benchmarks.

/** Script with so many nodes and as many connections. */
export function scriptOf(nodes) {
  const ids = Array.from({ length: nodes }, (_, n) => `n${n}`)
  return [
    'const t = new TopologyBuilder(true)',
    "const g = t.createGroup('g', { label: 'G' })",
    ...ids.map((id) => `g.addProcess({ id: '${id}', label: 'Node ${id}', state: 'running' })`),
    'g.autoResize()',
    ...ids.map((id, n) => `t.connect('${id}', 'n${(n * 7 + 1) % nodes}', { type: 'http', label: 'x' })`),
    'await t.apply()',
    '',
  ].join('\n')
}
