// Bundles `<topo-diagram>` into one file, which contains the program of its worker and the interpreter.
import { gzipSync } from 'fflate'
import { bundleForPages } from './browser-bundles.js'
import { replaceModule } from './library-changes.js'

/** @param interpreter code of the sandbox @returns the text of the file, and the metafiles of what is in it */
export async function bundleElement(interpreter) {
  const worker = await bundleForPages('src/browser/element/worker.ts')
  const parts = replaceModule(
    /element[\\/]packed-parts\.ts$/,
    `export const packedProgram = '${packed(new TextEncoder().encode(worker.text))}'
    export const packedInterpreter = '${packed(interpreter)}'`,
  )
  const element = await bundleForPages('src/browser/element/main.ts', {
    format: 'esm',
    plugins: [parts],
  })
  return { text: element.text, metafiles: [worker.metafile, element.metafile] }
}

/** The same on every machine, without a date. */
const packed = (bytes) => Buffer.from(gzipSync(bytes, { level: 9, mtime: 0 })).toString('base64')
