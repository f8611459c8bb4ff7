// Benchmarks the start of commands, as multiples of Node's own start, and one validation.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { againstNode, firstAnswer, median, timed, topo } from './measure.js'
import { scriptOf } from './script.js'

const INITIALIZE = {
  mcp: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  },
  lsp: { processId: null, rootUri: null, capabilities: {} },
}
/** Command lines with their budget: a multiple of `node -e 0`, or milliseconds beyond it. */
const COMMANDS = [
  ['topo --version', { times: 1.1 }],
  ['topo --help', { times: 1.1 }],
  ['topo validate fifty.topology.js', { more: 75 }],
  ['topo status --local', { more: 110 }],
  ['topo quota --local', { more: 110 }],
  ['topo push --local', { more: 110 }],
  ['topo __complete topo show ', { more: 30 }],
]

/** @param nodes executables of Node, each measured against itself */
export async function startup({ nodes }) {
  const cwd = mkdtempSync(join(tmpdir(), 'topo-bench-'))
  writeFileSync(join(cwd, 'topo.config.json'), '{}')
  writeFileSync(join(cwd, 'fifty.topology.js'), scriptOf(50))
  const rows = []
  for (const node of nodes) {
    // Ratios of two runs have the same names with another patch of Node.
    const [, version] = /^v(\d+)/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))
    // Once each: the first push creates the script, and every first start compiles what the next ones load.
    for (const [line] of COMMANDS) timed(wordsOf(line), cwd, node)
    for (const [line, budget] of COMMANDS)
      rows.push(commandRow(line, budget, { cwd, node, version }))
    for (const name of Object.keys(INITIALIZE))
      rows.push(await serverRow(name, { cwd, node, version }))
  }
  return rows
}

const wordsOf = (line) => [topo, ...line.split(' ').slice(1)]

function commandRow(line, { times, more }, { cwd, node, version }) {
  const { ratio, milliseconds, bare } = againstNode(wordsOf(line), cwd, { node })
  const added = milliseconds - bare
  return {
    what: `${line.trim()} against node -e 0, Node ${version}`,
    measured: `${ratio.toFixed(2)}× (+${added.toFixed(0)} ms, ${milliseconds.toFixed(0)} ms)`,
    budget: times === undefined ? `+${more} ms` : `${times}×`,
    met: times === undefined ? added <= more : ratio <= times,
    ratio,
  }
}

/** From the start to the first answer of a server over stdio. */
async function serverRow(name, { cwd, node, version }) {
  const text = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: INITIALIZE[name],
  })
  const input = name === 'lsp' ? `Content-Length: ${text.length}\r\n\r\n${text}` : `${text}\n`
  const bare = []
  const answered = []
  for (let round = 0; round < 15; round++) {
    bare.push(timed(['-e', '0'], cwd, node))
    answered.push(await firstAnswer([topo, name], input, cwd, node))
  }
  const ratio = median(answered) / median(bare)
  return {
    what: `topo ${name}, start to first answer, against node -e 0, Node ${version}`,
    measured: `${ratio.toFixed(2)}× (${median(answered).toFixed(0)} ms)`,
    budget: '1.8×',
    met: ratio <= 1.8,
    ratio,
  }
}
