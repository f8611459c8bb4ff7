// Notes the state of all files that a build reads, so that `bin/dev.js` builds only after a change.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { globSync } from 'tinyglobby'

/** Outside of `dist`, whose bytes are the same in every build. */
const noteOf = (root) => join(root, 'node_modules', '.cache', 'topo-build')

/** Everything that a build reads; installed packages are in the lockfile. */
const READ = [
  'src/**',
  'scripts/**',
  'templates/**',
  'bin/**',
  '*.json',
  'node_modules/.package-lock.json',
]

function stateOf(root) {
  const hash = createHash('sha256')
  for (const file of globSync(READ, {
    cwd: root,
    ignore: ['oclif.manifest.json'],
    dot: true,
  }).sort()) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** A hash of all sources and of the versions of packages, the same in every clone. */
export function buildIdOf(root) {
  const hash = createHash('sha256')
  const files = globSync(['src/**', 'scripts/**', 'package.json', 'package-lock.json'], {
    cwd: root,
  })
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/** True if the last build read the same files and finished. */
export function isBuilt(root) {
  if (!existsSync(join(root, 'dist', 'help.txt')) || !existsSync(noteOf(root))) return false
  return readFileSync(noteOf(root), 'utf8') === stateOf(root)
}

/** Forgets the last build. @returns notes this one: to be called when it is finished */
export function beginBuild(root) {
  // Files that change during the build were perhaps read before.
  const state = stateOf(root)
  rmSync(noteOf(root), { force: true })
  return () => {
    mkdirSync(dirname(noteOf(root)), { recursive: true })
    writeFileSync(noteOf(root), state)
  }
}
