// Pins a release: `node scripts/pin-release.js ACCOUNT/NAME COMMIT [FOLDER]` writes the commit of the Action into the
// workflow templates and docs/action.md. It writes the repository into src/cli/io/repository.ts and package.json, and
// sets `released` in release.ts. `generate.js` then copies the repository to the other files. Only the release workflow
// runs it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withFields } from './repository.js'

const own = join(dirname(fileURLToPath(import.meta.url)), '..')
const [repository = '', commit = '', root = own] = process.argv.slice(2)
if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || !/^[0-9a-f]{40}$/.test(commit)) {
  console.error('usage: pin-release.js ACCOUNT/NAME COMMIT [FOLDER]')
  process.exit(2)
}

/** Rewrites a file of the folder; one that has nothing to replace is an error. */
function rewrite(path, replace) {
  const file = join(root, path)
  const text = readFileSync(file, 'utf8')
  const replaced = replace(text)
  if (replaced === undefined) throw new Error(`${file} has no place for the release.`)
  writeFileSync(file, replaced)
}

/** Undefined if the text does not match. */
const replaceOnce = (pattern, by) => (text) =>
  pattern.test(text) ? text.replace(pattern, by) : undefined

rewrite('package.json', (text) => withFields(text, repository))
rewrite(
  'src/cli/io/repository.ts',
  replaceOnce(/(?<=export const topoRepository = ')[^']+(?=')/, repository),
)
rewrite('src/cli/init/release.ts', replaceOnce(/released = false/, 'released = true'))

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const workflows = readdirSync(join(root, 'templates/ci/github')).map(
  (name) => `templates/ci/github/${name}`,
)
for (const path of [...workflows, 'docs/action.md'])
  rewrite(path, (text) =>
    text.replace(
      /(?<=uses: )[\w.-]+\/[\w.-]+@0{40} # v[\d.]+/g,
      `${repository}@${commit} # v${version}`,
    ),
  )
