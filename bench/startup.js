// Benchmarks start-up and one validation, as multiples of Node's own start.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { againstNode, firstAnswer, median, timed, topo } from './measure.js'
import { scriptOf } from './script.js'

const hello = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
}

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
    await assistants(cwd),
    ratio('topo --version against node -e 0', ['--version'], 1.2),
    ratio('topo --help against node -e 0', ['--help'], 1.5),
    ratio('topo validate, 50 nodes, against node -e 0', ['validate', 'fifty.topology.js'], 4),
  ]
}

async function assistants(cwd) {
  const [bare, answered] = [[], []]
  for (let round = 0; round < 15; round++) {
    bare.push(timed(['-e', '0'], cwd))
    answered.push(await firstAnswer([topo, 'mcp'], `${JSON.stringify(hello)}\n`, cwd))
  }
  const ratio = median(answered) / median(bare)
  return {
    what: 'topo mcp, start to first answer, against node -e 0',
    measured: `${ratio.toFixed(2)}× (${median(answered).toFixed(0)} ms)`,
    budget: '3×',
    met: ratio <= 3,
  }
}
