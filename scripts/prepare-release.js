// Writes who owns the repository: `npm run release:prepare -- --owner NAME`, also again with another name. It writes
// `src/cli/io/repository.ts`, and `generate.js` copies it to all other files.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { owner = '' } = parseArgs({ options: { owner: { type: 'string' } } }).values
if (!/^[A-Za-z\d][A-Za-z\d-]{0,38}$/.test(owner)) {
  console.error('usage: npm run release:prepare -- --owner NAME, an account of GitHub')
  process.exit(2)
}
const file = new URL('../src/cli/io/repository.ts', import.meta.url)
const text = readFileSync(file, 'utf8')
writeFileSync(file, text.replace(/(?<=export const topoRepository = ')[^/']+/, owner))
const run = (...words) => execFileSync(process.execPath, words, { stdio: 'inherit' })
run('scripts/build.js')
run('scripts/generate.js')
