// Start-up and one validation, as multiples of Node's own start.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { againstNode, topo } from './measure.js'
import { scriptOf } from './script.js'

export async function startup() {
  const cwd = mkdtempSync(join(tmpdir(), 'topo-bench-'))
  writeFileSync(join(cwd, 'fifty.topology.js'), scriptOf(50))
  const ratio = (what, args, budget) => {
    const { ratio, milliseconds } = againstNode([topo, ...args], cwd)
    return {
      what,
      measured: `${ratio.toFixed(2)}× (${milliseconds.toFixed(0)} ms)`,
      budget: `${budget}×`,
      met: ratio <= budget,
    }
  }
  return [
    ratio('topo --version against node -e 0', ['--version'], 1.2),
    ratio('topo --help against node -e 0', ['--help'], 1.5),
    ratio('topo validate, 50 nodes, against node -e 0', ['validate', 'fifty.topology.js'], 4),
  ]
}
