// Adds WebAssembly to `dist/action`, so that it runs in an empty folder, on every platform that Node runs on.
//
//     node scripts/action.js [FOLDER]
import { cpSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { actionFiles } from './action-files.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const built = join(root, 'dist', 'action')
const target = resolve(process.argv[2] ?? built)

if (target !== built) cpSync(built, target, { recursive: true })
rmSync(join(target, 'node_modules'), { recursive: true, force: true })
for (const file of actionFiles) cpSync(join(root, file), join(target, file))
