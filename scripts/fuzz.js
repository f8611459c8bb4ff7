// Runs `test/fuzz` for long: `npm run fuzz -- 50000` generates so many scripts; variables of the test select which.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [runs = '2000'] = process.argv.slice(2)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const env = { ...process.env, FUZZ_RUNS: runs }
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'test/fuzz', '--mode=all', '--reporter=verbose'],
  {
    cwd: root,
    env,
    stdio: 'inherit',
  },
)
process.exitCode = status ?? 1
