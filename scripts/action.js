// Adds WebAssembly to `dist/action`, so that it runs in an empty folder, on every platform that Node runs on.
//
//     node scripts/action.js [FOLDER]
import { cpSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const built = join(root, 'dist', 'action')
const target = resolve(process.argv[2] ?? built)

/** Files of packages that run from their own folder. npm compared the packages with the lockfile. */
const needed = {
  'esbuild-wasm': [
    'bin/esbuild',
    'esbuild.wasm',
    'lib/main.js',
    'wasm_exec.js',
    'wasm_exec_node.js',
    'package.json',
    'LICENSE.md',
  ],
  'oxc-parser': ['parser.wasm32-wasip1.wasm', 'package.json', 'LICENSE'],
}

if (target !== built) cpSync(built, target, { recursive: true })
rmSync(join(target, 'node_modules'), { recursive: true, force: true })
for (const [name, files] of Object.entries(needed)) {
  for (const file of files) {
    cpSync(join(root, 'node_modules', name, file), join(target, 'node_modules', name, file))
  }
}
