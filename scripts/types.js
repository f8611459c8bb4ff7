// Writes the type declarations of the package.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Writes type declarations for other projects: those reachable from the entries of the package. The compiler keeps its
 * output between builds, and makes only what changed.
 *
 * @param entries `exports` of package.json
 */
export async function writeTypes(root, entries) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const from = join(root, 'node_modules', '.cache', 'topo', 'types')
  const to = join(root, 'dist', 'types')
  await promisify(execFile)(process.execPath, [tsc, '-p', 'tsconfig.types.json'], { cwd: root })
  const kept = new Map()
  const keep = (file) => {
    if (kept.has(file)) return
    const text = readFileSync(join(from, file), 'utf8').replace(/(from '\.[^']*)\.ts'/g, "$1.js'")
    kept.set(file, text)
    for (const [, path] of text.matchAll(/from '(\.[^']*)\.js'/g))
      keep(join(dirname(file), `${path}.d.ts`))
  }
  for (const { types } of Object.values(entries))
    if (types?.startsWith('./dist/types/')) keep(types.slice('./dist/types/'.length))
  for (const [file, text] of kept) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    writeFileSync(join(to, file), text)
  }
}
