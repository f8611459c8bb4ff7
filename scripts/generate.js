// Writes what is made from the sources and kept in git; with --check it fails when any of it is not up to date.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const check = process.argv.includes('--check')

/** A module of the sources, as this script can import it. */
async function source(path) {
  const outfile = join(root, 'dist', `generate-${process.pid}.js`)
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

const { configJsonSchema } = await source('src/project/config-schema.ts')
const files = {
  'templates/topo.config.schema.json': `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
}

for (const [path, text] of Object.entries(files)) {
  const file = join(root, path)
  let current
  try {
    current = readFileSync(file, 'utf8')
  } catch {}
  if (current === text) continue
  if (check) {
    console.error(`${path} is not up to date: run "node scripts/generate.js"`)
    process.exitCode = 1
  } else {
    writeFileSync(file, text)
    console.log(`wrote ${path}`)
  }
}
