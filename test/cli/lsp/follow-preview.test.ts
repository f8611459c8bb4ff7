/** `topo preview` and an editor follow each other: a click shows the line, the cursor lights the node. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { Sheet } from '../../../src/preview/sheet.ts'
import { folder, script, start } from '../topo.ts'
import { editorProcess } from './process.ts'

const path = 'shop.topology.js'
const capabilities = { window: { showDocument: { support: true } } }

async function both() {
  const cwd = folder({ 'topo.config.json': '{}', [path]: script('shop') })
  const child = start(['preview', '--port', '0', '--json'], { cwd })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = await new Promise<string>((ready) =>
    child.stdout.once('data', (text) => ready((JSON.parse(String(text)) as { url: string }).url)),
  )
  const client = await editorProcess({ cwd, capabilities })
  client.open(path)
  await client.diagnostics(path)
  const open = (line: unknown) =>
    fetch(`${url}/open`, { method: 'POST', body: JSON.stringify(line), headers: { origin: url } })
  const sheet = async () => (await (await fetch(`${url}/sheet?path=${path}`)).json()) as Sheet
  return { ...client, url, open, sheet }
}

test('a click in the preview shows the line in the editor, if it is in the project', async () => {
  const { open, sheet, shown, when, cwd } = await both()
  expect((await sheet()).drawing?.sources?.editor).toMatch(/^topo-open:/)
  const file = join(cwd, path).replaceAll('\\', '/')
  expect((await open({ file: '/etc/passwd', line: 1, column: 1 })).status).toBe(204)
  expect((await open({ file, line: 4, column: 3 })).status).toBe(204)
  await when(() => shown.length > 0)
  const start = { line: 3, character: 2 }
  expect(shown).toEqual([
    { uri: pathToFileURL(join(cwd, path)).href, takeFocus: true, selection: { start, end: start } },
  ])
})

test('what is no line is refused, and so are other sites', async () => {
  const { open, url } = await both()
  for (const line of [null, {}, { file: '', line: 1, column: 1 }, { file: 'x', line: -1, column: 1 }]) {
    expect((await open(line)).status).toBe(400)
  }
  const body = JSON.stringify({ file: '/x', line: 1, column: 1 })
  const foreign = await fetch(`${url}/open`, {
    method: 'POST',
    body,
    headers: { origin: 'https://evil.example' },
  })
  expect(foreign.status).toBe(403)
  expect((await open({ file: 'x'.repeat(20_000), line: 1, column: 1 })).status).toBe(413)
})

test('the line of the cursor reaches the page', async () => {
  const { ask, uriOf, url, cwd } = await both()
  const stopped = new AbortController()
  onTestFinished(() => stopped.abort())
  const events = await fetch(`${url}/events`, { signal: stopped.signal })
  const position = { line: 2, character: 5 }
  await ask('textDocument/documentHighlight', { textDocument: { uri: uriOf(path) }, position })
  let text = ''
  for await (const chunk of events.body as ReadableStream<Uint8Array>) {
    text += Buffer.from(chunk).toString()
    if (text.includes('event: cursor')) break
  }
  const file = join(cwd, path).replaceAll('\\', '/')
  expect(text).toContain(`data: ${JSON.stringify({ file, line: 3, column: 1 })}`)
})
