// Builds the tree twice, in folders with different paths, time zones and languages, and compares every byte: `dist`, the
// manifest, the packed tarball and the Action's folder. Fails with the names of files that differ.
//
//     node scripts/reproducible.js
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const shell = process.platform === 'win32'
const run = promisify(execFile)

/** Copies the files that git knows or would add, and links the installed packages. */
function copyTree(target) {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    copyFileSync(join(root, file), join(target, file))
  }
  linkFolder(join(root, 'node_modules'), join(target, 'node_modules'))
}

/** Written while tests run. */
const caches = new Set(['.cache', '.vite', '.vite-temp'])

/** Links file by file: a link to the folder would resolve to this folder, and both builds would see the same path. */
function linkFolder(from, to) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (caches.has(entry.name)) continue
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) linkFolder(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkFile(source, target)
  }
}

function linkFile(source, target) {
  try {
    linkSync(source, target)
  } catch {
    // The temporary folder may be on another file system.
    copyFileSync(source, target)
  }
}

async function buildIn(target, env) {
  copyTree(target)
  const options = { cwd: target, shell, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 }
  // Packing builds first, by the script `prepack`.
  await run('npm', ['pack', '--loglevel=error', '--foreground-scripts'], options)
  const script = join('scripts', 'action.js')
  await run(process.execPath, [script, join(target, 'action-folder')], { ...options, shell: false })
  return hashes(target)
}

/** SHA-256 of every file except installed packages, by path. */
function hashes(target) {
  const found = new Map()
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(target.length + 1).replaceAll('\\', '/')
    if (path.startsWith('node_modules/')) continue
    found.set(path, createHash('sha256').update(readFileSync(file)).digest('hex'))
  }
  return found
}

/** Describes the first byte that differs, with the text around it. */
function firstDifference(a, b) {
  let at = 0
  while (a[at] === b[at] && at < a.length) at++
  const around = (bytes) =>
    JSON.stringify(bytes.subarray(Math.max(0, at - 20), at + 40).toString('latin1'))
  return `from byte ${at}: ${around(a)} and ${around(b)}`
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'topo-reproducible-')))
try {
  const folders = [join(folder, 'a'), join(folder, 'another', 'longer path', 'b')]
  const [first, second] = await Promise.all([
    buildIn(folders[0], { TZ: 'Pacific/Kiritimati', LANG: 'C', LC_ALL: 'C' }),
    buildIn(folders[1], { TZ: 'America/St_Johns', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }),
  ])
  const paths = [...new Set([...first.keys(), ...second.keys()])].sort()
  const different = paths.filter((path) => first.get(path) !== second.get(path))
  for (const path of different) {
    const inBoth = first.has(path) && second.has(path)
    const difference = inBoth
      ? firstDifference(...folders.map((one) => readFileSync(join(one, path))))
      : 'only in one build'
    console.error(`${path}: ${difference}`)
  }
  for (const tarball of paths.filter((path) => path.endsWith('.tgz'))) {
    if (!different.includes(tarball)) console.log(`${first.get(tarball)}  ${tarball}`)
  }
  console.log(
    different.length === 0
      ? `Two builds have the same ${paths.length} files.`
      : `${different.length} of ${paths.length} files differ between two builds.`,
  )
  process.exitCode = different.length === 0 ? 0 : 1
} catch (error) {
  // Shows why a build failed, without a stack of this script.
  console.error(`${error.stdout ?? ''}${error.stderr ?? error.stack}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
