// Pins a release: `node scripts/pin-release.js OWNER/NAME COMMIT [FOLDER]` writes the commit of the Action into the
// workflow templates and docs/action.md, the repository into package.json, and sets `released` in release.ts. Only the
// release workflow runs it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const own = join(dirname(fileURLToPath(import.meta.url)), '..')
const [repository = '', commit = '', root = own] = process.argv.slice(2)
if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || !/^[0-9a-f]{40}$/.test(commit)) {
  console.error('usage: pin-release.js OWNER/NAME COMMIT [FOLDER]')
  process.exit(2)
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
manifest.repository = { type: 'git', url: `git+https://github.com/${repository}.git` }
writeFileSync(join(root, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)

const release = join(root, 'src/cli/init/release.ts')
const source = readFileSync(release, 'utf8')
if (!source.includes('released = false')) throw new Error(`${release} does not say whether topo is released.`)
writeFileSync(release, source.replace('released = false', 'released = true'))

const workflows = readdirSync(join(root, 'templates/ci/github')).map((name) => `templates/ci/github/${name}`)
for (const file of [...workflows, 'docs/action.md']) {
  const text = readFileSync(join(root, file), 'utf8')
  const pinned = text.replace(
    /OWNER\/topo@0{40} # v[\d.]+/g,
    `${repository}@${commit} # v${manifest.version}`,
  )
  writeFileSync(join(root, file), pinned)
}
