// Imports a module of the TypeScript sources into a script.
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** @param path relative to the root of the repository */
export async function source(path) {
  const outfile = join(root, 'dist', `source-${path.replaceAll('/', '-')}-${process.pid}.mjs`)
  await build({
    entryPoints: [join(root, path)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  })
  try {
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(outfile)
  }
}
