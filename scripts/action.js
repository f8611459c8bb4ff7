// Adds the packages with binaries to `dist/action`, so that it runs in an empty folder: for this platform, or with
// --all-platforms (for a release) for all platforms of GitHub's runners.
//
//     node scripts/action.js [FOLDER] [--all-platforms]
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [folder = join(root, 'dist', 'action')] = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const target = resolve(folder)
const allPlatforms = process.argv.includes('--all-platforms')
const platforms = /-(linux-(x64|arm64)-gnu|darwin-(x64|arm64)|win32-x64-msvc)$/

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const needed = ['esbuild-wasm', ...Object.keys(dependencies)]

if (target !== join(root, 'dist', 'action')) cpSync(join(root, 'dist', 'action'), target, { recursive: true })
rmSync(join(target, 'node_modules'), { recursive: true, force: true })
const taken = new Set()
for (const name of needed) copyPackage(name)

/** Copies a package and its dependencies, with only the selected binaries. */
function copyPackage(name) {
  if (taken.has(name)) return
  taken.add(name)
  const from = join(root, 'node_modules', name)
  cpSync(from, join(target, 'node_modules', name), { recursive: true, dereference: true, filter: isNeeded })
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(from, 'package.json'), 'utf8'),
  )
  for (const dependency of Object.keys(dependencies)) {
    if (existsSync(join(root, 'node_modules', dependency))) copyPackage(dependency)
  }
  for (const [binding, version] of Object.entries(optionalDependencies)) {
    if (allPlatforms && platforms.test(binding)) fetchPackage(binding, version)
    else if (!allPlatforms && existsSync(join(root, 'node_modules', binding))) copyPackage(binding)
  }
}

/** Declarations and source maps are not needed at run time. */
function isNeeded(file) {
  return (
    !/\.(d\.[cm]?ts|map|md)$/.test(file) && !/[\\/]node_modules[\\/].*[\\/](node_modules|esm)$/.test(file)
  )
}

/** Downloads from the registry, whatever the current platform is. */
function fetchPackage(name, version) {
  const folder = mkdtempSync(join(tmpdir(), 'topo-action-'))
  try {
    const [{ filename }] = JSON.parse(
      execFileSync('npm', ['pack', `${name}@${version}`, '--json'], {
        cwd: folder,
        encoding: 'utf8',
        shell: process.platform === 'win32',
      }),
    )
    const into = join(target, 'node_modules', name)
    mkdirSync(into, { recursive: true })
    execFileSync(
      'tar',
      ['-xzf', filename.replace(/^@/, '').replace('/', '-'), '--strip-components=1', '-C', into],
      { cwd: folder },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
