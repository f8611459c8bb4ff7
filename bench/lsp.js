// Benchmarks the language server: keystroke to diagnostics. `startup.js` has its start.
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
import { median, topo } from './measure.js'
import { programOf, scriptOf } from './script.js'

const cwd = mkdtempSync(join(tmpdir(), 'topo-bench-'))
writeFileSync(join(cwd, 'topo.config.json'), '{}')
const params = { processId: null, rootUri: pathToFileURL(cwd).href, capabilities: {} }

export async function lsp() {
  const alone = [
    await keystrokes(scriptOf(50), '50 nodes', 17),
    await keystrokes(scriptOf(1000), '1,000 nodes', 60),
    await keystrokes(programOf(1000), '1,000 nodes of loops', 60),
  ]
  for (let n = 0; n < 1000; n++) writeFileSync(join(cwd, `other-${n}.topology.js`), scriptOf(5))
  return [...alone, await keystrokes(scriptOf(50), '50 nodes among 1,000 scripts', 17)]
}

/** Median from a change to its diagnostics. */
async function keystrokes(text, what, budget) {
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
  for (let version = 2; version < 62; version++)
    times.push(await checked(version, () => change(version)))
  await connection.sendRequest('shutdown')
  await connection.sendNotification('exit')
  // The first ones run before code is compiled to the end.
  const milliseconds = median(times.slice(10))
  return {
    what: `keystroke to diagnostics, ${what}`,
    measured: `${milliseconds.toFixed(0)} ms`,
    budget: `${budget} ms`,
    met: milliseconds <= budget,
  }
}
