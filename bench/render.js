// Benchmarks drawing: the time beyond validating the same script, without start-up.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, timed, topo } from './measure.js'
import { scriptOf } from './script.js'

export async function render() {
  const cwd = mkdtempSync(join(tmpdir(), 'topo-bench-'))
  return [
    [50, 50, 15],
    [1000, 2000, 5],
  ].map(([nodes, budget, rounds]) => {
    const file = `n${nodes}.topology.js`
    writeFileSync(join(cwd, file), scriptOf(nodes))
    // Alternating, so that both meet the same load.
    const pairs = Array.from({ length: rounds }, (_, n) => {
      const validated = timed([topo, 'validate', file], cwd)
      return timed([topo, 'script', 'render', file, '-o', `out/${nodes}-${n}.svg`], cwd) - validated
    })
    const added = median(pairs)
    return {
      what: `topo render, ${nodes.toLocaleString('en')} nodes to SVG, beyond validating them`,
      measured: `${added.toFixed(0)} ms`,
      budget: `${budget} ms`,
      met: added <= budget,
    }
  })
}
