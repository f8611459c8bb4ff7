// Fails unless the package's name on the registry is ours or free. Recipes install the package by its name, so a release
// checks the name before it writes them.
//
//     node scripts/check-package-name.js ACCOUNT/NAME [OWNER,…] [REGISTRY]
//
// The name is ours if the last version was built by a workflow of our repository (the registry checks its provenance), or
// if nobody but these owners can publish it.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [repository = '', owners = '', registry = 'https://registry.npmjs.org'] =
  process.argv.slice(2)
if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
  console.error('usage: check-package-name.js ACCOUNT/NAME [OWNER,…] [REGISTRY]')
  process.exit(2)
}
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Undefined for 404. */
async function read(path) {
  const response = await fetch(`${registry}/${path}`, { signal: AbortSignal.timeout(30_000) })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`The registry answered ${response.status} for ${path}.`)
  return response.json()
}

/** The repository whose workflow built the version; undefined for a version that was published by hand. */
async function builtBy(version) {
  const { attestations = [] } = (await read(`-/npm/v1/attestations/${name}@${version}`)) ?? {}
  const provenance = attestations.find(
    ({ predicateType }) => predicateType === 'https://slsa.dev/provenance/v1',
  )
  if (provenance === undefined) return undefined
  const { payload } = provenance.bundle.dsseEnvelope
  const { predicate } = JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))
  return predicate.buildDefinition.externalParameters.workflow.repository
}

async function problem() {
  const found = await read(name)
  if (found === undefined) return undefined
  const latest = found['dist-tags'].latest
  const builder = await builtBy(latest)
  if (builder === `https://github.com/${repository}`) return undefined
  const maintainers = found.maintainers.map((maintainer) => maintainer.name)
  const known = owners.split(',').filter((owner) => owner !== '')
  if (maintainers.length > 0 && maintainers.every((maintainer) => known.includes(maintainer)))
    return undefined
  return `${name}@${latest} on the registry is not ours: built by ${builder ?? 'hand'}, published by ${maintainers.join(', ')}. No recipe may install it.`
}

const found = await problem()
if (found !== undefined) {
  console.error(found)
  process.exitCode = 1
}
