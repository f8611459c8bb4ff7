// Checks the English of documents, help texts, messages and doc comments: `scripts/prose/rules.js` has the rules.
import { readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { lint } from './prose/lint.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const files = globSync(
  [
    '*.md',
    '.github/**/*.md',
    'docs/**/*.md',
    'src/README.md',
    'test/README.md',
    'templates/**/*.md',
    'templates/*.ts',
    'package.json',
    'src/**/*.ts',
    '{bench,bin,scripts}/**/*.js',
  ],
  // The rules quote bad sentences.
  { cwd: root, dot: true, ignore: 'scripts/prose/rules.js' },
).sort()

let checked = 0
let found = 0
for (const file of files) {
  const { findings, sentences } = await lint(
    readFileSync(join(root, file), 'utf8'),
    extname(file),
    file,
  )
  checked += sentences.length
  found += findings.length
  for (const { line, rule, message } of findings)
    console.log(`${file}:${line}: ${rule}: ${message}`)
}
console.log(`Checked ${checked} sentences in ${files.length} files. Found ${found} to rewrite.`)
if (found > 0) process.exitCode = 1
