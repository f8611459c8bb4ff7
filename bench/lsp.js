// Benchmarks the language server: start to initialized, and keystroke to diagnostics.
import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'
import { firstAnswer, median, timed, topo } from './measure.js'
import { scriptOf } from './script.js'

const cwd = mkdtempSync(join(tmpdir(), 'topo-bench-'))
writeFileSync(join(cwd, 'topo.config.json'), '{}')
const params = { processId: null, rootUri: pathToFileURL(cwd).href, capabilities: {} }

export async function lsp() {
  return [await initialized(), await keystrokes(50, 30), await keystrokes(1000, 150)]
}

async function initialized() {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  const [bare, answered] = [[], []]
  for (let round = 0; round < 15; round++) {
    bare.push(timed(['-e', '0'], cwd))
    answered.push(await firstAnswer([topo, 'lsp'], `Content-Length: ${body.length}\r\n\r\n${body}`, cwd))
  }
  const ratio = median(answered) / median(bare)
  return {
    what: 'topo lsp, start to initialized, against node -e 0',
    measured: `${ratio.toFixed(2)}× (${median(answered).toFixed(0)} ms)`,
    budget: '3×',
    met: ratio <= 3,
  }
}

/** Median from a change to its diagnostics, in one script with so many nodes. */
async function keystrokes(nodes, budget) {
  const child = spawn(process.execPath, [topo, 'lsp'], { cwd, stdio: ['pipe', 'pipe', 'ignore'] })
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  let published = () => {}
  connection.onNotification('textDocument/publishDiagnostics', ({ version }) => published(version))
  connection.listen()
  await connection.sendRequest('initialize', params)
  await connection.sendNotification('initialized', {})
  const uri = pathToFileURL(join(cwd, 'bench.topology.js')).href
  const checked = async (version, send) => {
    const begin = performance.now()
    const done = new Promise((resolve) => {
      published = (of) => of === version && resolve()
    })
    await send()
    await done
    return performance.now() - begin
  }
  const text = scriptOf(nodes)
  await checked(1, () =>
    connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'javascript', version: 1, text },
    }),
  )
  const at = { line: 2, character: 0 }
  const change = (version) =>
    connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range: { start: at, end: at }, text: ' ' }],
    })
  const times = []
  for (let version = 2; version < 62; version++) times.push(await checked(version, () => change(version)))
  await connection.sendRequest('shutdown')
  await connection.sendNotification('exit')
  // The first ones run before code is compiled to the end.
  const milliseconds = median(times.slice(10))
  return {
    what: `keystroke to diagnostics, ${nodes.toLocaleString('en')} nodes`,
    measured: `${milliseconds.toFixed(0)} ms`,
    budget: `${budget} ms`,
    met: milliseconds <= budget,
  }
}
