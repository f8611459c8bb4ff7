/**
 * Decides where a pipeline installs topo from. Before the release nobody owns the name on the registry, and anyone who
 * registered it would run in every pipeline. So a pipeline installs the user's copy: a commit or a packed file.
 */
import { realpathSync } from 'node:fs'
import { readRepository } from '../../files/git/git.ts'
import { topoRepository } from '../io/repository.ts'

/** Set by `scripts/pin-release.js`; `repository.ts` has the address. */
export const released = false as boolean

/** Placeholder in the templates; `scripts/pin-release.js` replaces it with the repository and commit of a release. */
export const unreleasedAction = `${topoRepository}@${'0'.repeat(40)}`

const onRegistry = (version: string): string => `topo-cli@${version}`
const packed = (version: string): string => `topo-cli-${version}.tgz`

/** The package that documents install with npm. */
export const packageOf = (version: string): string =>
  released ? onRegistry(version) : `./${packed(version)}`

/** Public address of a file of the package; undefined before the release. */
export const publishedFile = (version: string, path: string): string | undefined =>
  released ? `https://unpkg.com/${onRegistry(version)}/${path}` : undefined

/** For documents; empty after the release. */
export const releaseNote = released
  ? ''
  : 'topo is not released yet, and nobody owns its name on the registry. So the recipes install a file of the repository: "npm pack" in a clone of topo creates it. '

export interface PackageOrigin {
  /** The package in the text of a pipeline. */
  source: string
  /** Puts the package to install into the text of a template. */
  pin: (template: string) => string
  /** Remaining steps, one sentence each. */
  todo: readonly string[]
}

/** @param packageRoot folder where topo is installed */
export async function packageOrigin(packageRoot: string, version: string): Promise<PackageOrigin> {
  if (released) return { source: onRegistry(version), pin: (template) => template, todo: [] }
  const commit = await commitOnServer(packageRoot)
  const source = commit ?? `./${packed(version)}`
  return {
    source,
    pin: (template) => template.replaceAll(onRegistry(version), source),
    todo: [
      commit === undefined
        ? `topo is not released yet, so the pipeline installs a file: run npm pack --ignore-scripts ${JSON.stringify(packageRoot)} at the top of the repository, and commit ${packed(version)}.`
        : `topo is not released yet, so the pipeline installs ${commit}: make sure that it can reach that commit.`,
    ],
  }
}

/** The commit of a clone with a remote on a server; a local path would mean nothing to a pipeline. */
async function commitOnServer(packageRoot: string): Promise<string | undefined> {
  const reading = await readRepository(packageRoot)
  // Nothing depends on it: the pipeline then installs a file.
  if (reading.state !== 'known') return undefined
  const { repository } = reading
  if (realpathSync.native(repository.top) !== realpathSync.native(packageRoot)) return undefined
  const url = await repository.answer(['remote', 'get-url', 'origin'], [1, 2, 128])
  const commit = await repository.commit('HEAD')
  const address = addressOf(url ?? '')
  return address && commit ? `git+${address}#${commit}` : undefined
}

/** Removes credentials; undefined for an address that a pipeline cannot reach or a shell would interpret. */
export function addressOf(url: string): string | undefined {
  const [, host, path] = /^(?:\w+@)?([\w.-]+):(?!\/)(.+)$/.exec(url) ?? []
  const address = /^(https|ssh):\/\//.test(url)
    ? url.replace(/^https:\/\/[^/]*@/, 'https://')
    : host && `ssh://git@${host}/${path}`
  return address && /^(https|ssh):\/\/[\w.@:/~-]+$/.test(address) ? address : undefined
}
