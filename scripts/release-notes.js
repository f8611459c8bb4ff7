// Prints the section of a version in the changelog: `node scripts/release-notes.js 1.2.3 [FILE]`. Fails if the changelog
// says nothing about the version.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const own = join(dirname(fileURLToPath(import.meta.url)), '..', 'CHANGELOG.md')
const [version = '', file = own] = process.argv.slice(2)

const sections = readFileSync(file, 'utf8').split(/^(?=## )/m)
const section = sections.find((text) => /^## \[?v?([^\]\s]+)/.exec(text)?.[1] === version)
const notes = section?.replace(/^.*\n/, '').trim()
if (!notes) {
  console.error(`${file} has no text below "## ${version}".`)
  process.exit(1)
}
console.log(notes)
