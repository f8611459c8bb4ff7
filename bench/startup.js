// Start-up and one validation, as multiples of Node's own start.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { againstNode, timed, topo } from './measure.js'

/** A script of so many nodes and as many connections. */
function scriptOf(nodes) {
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

export async function startup() {
  const cwd = mkdtempSync(join(tmpdir(), 'topo-bench-'))
  writeFileSync(join(cwd, 'fifty.topology.js'), scriptOf(50))
  writeFileSync(join(cwd, 'ten-thousand.topology.js'), scriptOf(10_000))
  const ratio = (what, args, budget) => {
    const { ratio, milliseconds } = againstNode([topo, ...args], cwd)
    return {
      what,
      measured: `${ratio.toFixed(2)}× (${milliseconds.toFixed(0)} ms)`,
      budget: `${budget}×`,
      met: ratio <= budget,
    }
  }
  const large = Math.min(
    ...Array.from({ length: 3 }, () => timed([topo, 'validate', 'ten-thousand.topology.js'], cwd)),
  )
  return [
    ratio('topo --version against node -e 0', ['--version'], 1.2),
    ratio('topo --help against node -e 0', ['--help'], 1.5),
    ratio('topo validate, 50 nodes, against node -e 0', ['validate', 'fifty.topology.js'], 4),
    {
      what: 'topo validate, 10,000 nodes',
      measured: `${(large / 1000).toFixed(2)} s`,
      budget: '1.5 s',
      met: large <= 1500,
    },
  ]
}
