/** After any edits, the last diagnostics are the verdict of the validator on the file. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { cases } from '../../cases.ts'
import { folder, put, topo } from '../topo.ts'
import { editorProcess } from './process.ts'

const start = `---
slug: shop
---
`
  .replace('---\n', '/*---\n')
  .replace(/---\n$/, '---*/\n')
  .concat(`import { db } from './nodes.ts'
const t = new TopologyBuilder(true)
const shop = t.createGroup('shop', { label: 'Shop 🙂' })
shop.addProcess({ id: 'web', label: 'Web', icon: 'browser' })
shop.autoResize()
t.createProcess({ id: db, label: 'Database' })
t.connect('web', db, { type: 'http' })
await t.apply()
const flow = new FlowBuilder()
flow.scenario('buy', 'Buy').from('web').to(db)
export default flow
`)

/** Pieces that make a script wrong, right again, or not a script. */
const pieces = [
  "'",
  '`',
  '{',
  '}',
  '(',
  ')',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '//',
  '/*',
  '*/',
  '🙂',
  '\uD83D',
  'é',
  ';',
  '',
  '',
  'web',
  'db',
  'label',
  'await ',
  'return flow',
  "t.connect('web', 'x')\n",
  'interface A {}\n',
  ': string',
  '// topo-disable-next-line isolated-nodes -- why\n',
  'throw 1\n',
  "import './missing.ts'\n",
  '<<<<<<< a\n',
]

test('equal the findings of topo validate', { timeout: 120_000 }, async () => {
  const cwd = folder({ 'topo.config.json': '{}', 'nodes.ts': "export const db: string = 'db'\n" })
  const path = 'shop.topology.js'
  const { open, change, diagnostics, text, uriOf } = await editorProcess({ cwd })
  const edits = fc.array(
    fc.record({
      at: fc.nat(),
      length: fc.oneof(fc.constant(0), fc.nat(12)),
      piece: fc.constantFrom(...pieces),
      undo: fc.boolean(),
    }),
    { minLength: 5, maxLength: 20 },
  )
  await fc.assert(
    fc.asyncProperty(edits, async (list) => {
      open(path, start)
      for (const { at, length, piece, undo } of list) {
        const document = TextDocument.create(uriOf(path), '', 0, text(path))
        const from = at % (document.getText().length + 1)
        const range = { start: document.positionAt(from), end: document.positionAt(from + length) }
        const before = document.getText(range)
        change(path, [{ range, text: piece }])
        if (!undo) continue
        const changed = TextDocument.create(uriOf(path), '', 0, text(path))
        const startOffset = changed.offsetAt(range.start)
        change(path, [
          {
            range: { start: range.start, end: changed.positionAt(startOffset + piece.length) },
            text: before,
          },
        ])
      }
      const found = (await diagnostics(path)).map(({ range, code, message }) => {
        const document = TextDocument.create(uriOf(path), '', 0, text(path))
        // Lines of topo end only at a line feed.
        const lines = text(path).slice(0, document.offsetAt(range.start)).split('\n')
        return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1} ${code} ${message}`
      })
      put(`${cwd}/${path}`, text(path))
      const { stdout } = await topo(['validate', path, '--json'], { cwd })
      const { files } = JSON.parse(stdout)
      const expected = files
        .find((file: { path: string }) => file.path === path)
        .findings.map((one: Record<string, unknown>) => ({
          at: `${one.line}:${one.column} ${one.rule}`,
          message: String(one.message),
        }))
      expect(found.map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual(
        expected.map(({ at }: { at: string }) => at),
      )
      for (const [n, { message }] of expected.entries()) expect(found[n]).toContain(message)
    }),
    // A case that hangs, or one that fails once, is reported; to find a smaller one may take longer than the test.
    { numRuns: cases(200, 0.04), timeout: 40_000, interruptAfterTimeLimit: 100_000 },
  )
})
