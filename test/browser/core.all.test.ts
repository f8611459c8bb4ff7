/**
 * The core runs in a browser: the same findings and the same pictures as in Node, byte for byte.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { corpus } from '../render/corpus/index.ts'
import { exampleScripts } from '../validator/corpus.ts'
import { noBrowser, openPage } from './chromium.ts'
import { drawScript } from './core-in-page.ts'

const root = resolve(import.meta.dirname, '../..')

/** A script without types. */
const {
  bundleForPages,
}: {
  bundleForPages(entry: string, options: object): Promise<{ readonly text: string }>
} = await import(pathToFileURL(resolve(root, 'scripts/browser-bundles.js')).href)

async function pageWithCore() {
  const { text } = await bundleForPages('test/browser/core-in-page.ts', { globalName: 'core' })
  const interpreter = readFileSync(resolve(root, 'dist/sandbox.wasm.br'))
  const answers = new Map<string | undefined, [type: string, content: string | Buffer]>([
    ['/', ['text/html', '<!doctype html><title>core</title><script src="core.js"></script>']],
    ['/core.js', ['text/javascript', text]],
    ['/sandbox.wasm', ['application/wasm', brotliDecompressSync(interpreter)]],
  ])
  const server = createServer(({ url }, response) => {
    const [type, content] = answers.get(url) ?? ['text/plain', '']
    response.setHeader('content-type', type)
    response.end(content)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const page = await openPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.evaluate(() => core.loadInterpreter('sandbox.wasm'))
  return page
}

/** One for each way in which a script fails, or is something else than JavaScript. */
const wrongScripts = Object.entries({
  syntax: 'const t = new TopologyBuilder(true\n',
  thrown:
    'const t = new TopologyBuilder(true)\nfunction f() { throw new Error("Größe") }\n/* é */ f()',
  undefinedName: 'const t = new TopologyBuilder(true)\nt.connect(a, b)',
  typesWithError:
    'const t: TopologyBuilder = new TopologyBuilder(true)\nconst n = (x: number): number => { throw new TypeError("no " + x) }\nn(1)',
  types:
    'enum Kind { A = "a" }\ninterface Named { id: string }\nconst t = new TopologyBuilder(true)\nconst one: Named = { id: Kind.A as string }\nt.createProcess({ ...one, label: "One" })\nawait t.apply()',
  endless: 'const t = new TopologyBuilder(true)\nfor (;;) {}',
  memory: 'const t = []\nfor (;;) t.push("x".repeat(100000) + t.length)',
  unsettled: 'await new Promise(() => {})',
  unknownOption:
    'const t = new TopologyBuilder(true)\nt.createProcess({ id: "a", lable: "A" })\nt.connect("a", "b", { type: "htpp" })\nawait t.apply()',
  module: 'import x from "y"\nexport default x',
  mermaid: 'graph TD\n  A --> B',
})

type Core = typeof import('./core-in-page.ts')
declare const core: Core

describe.skipIf(noBrowser)('in Chromium', () => {
  test.each([
    ['the example scripts', exampleScripts],
    ['scripts with errors', wrongScripts],
    ['the pictures', corpus],
  ])(
    '%s: as in Node',
    async (_what, scripts) => {
      const page = await pageWithCore()
      for (const [name, code] of scripts) {
        const inPage = await page.evaluate(([text, title]) => core.drawScript(text, title), [
          code,
          name,
        ] as const)
        const inNode = await drawScript(code, name)
        expect(inPage, name).toEqual(JSON.parse(JSON.stringify(inNode)))
      }
    },
    120_000,
  )
})
