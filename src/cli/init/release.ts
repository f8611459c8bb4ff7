/**
 * Where a pipeline gets topo from. Until topo is released nobody owns its name on the registry, and whoever took it would
 * run in every pipeline: so a pipeline installs what the person has, a commit of a clone or a packed file.
 */
import { realpathSync } from 'node:fs'
import { tryGit } from '../../project/files/git.ts'

/** `scripts/pin-release.js` sets it, and nothing else has to know. */
export const released = false as boolean

/** Stands in the templates until a release knows its own repository and commit: `scripts/pin-release.js`. */
export const unreleasedAction = `OWNER/topo@${'0'.repeat(40)}`

const onRegistry = (version: string): string => `topo-cli@${version}`
const packed = (version: string): string => `topo-cli-${version}.tgz`

/** What documents tell npm to install. */
export const packageOf = (version: string): string =>
  released ? onRegistry(version) : `./${packed(version)}`

/** For documents; empty once it is untrue. */
export const releaseNote = released
  ? ''
  : 'topo is not released yet, and nobody owns its name on the registry. So the recipes install a file of the repository: "npm pack" in a clone of topo makes it. '

export interface Origin {
  /** The text of a template with what npm is to install. */
  pin: (template: string) => string
  /** What is left to do for it, a sentence each. */
  todo: readonly string[]
}

/** @param packageRoot where topo itself is */
export async function packageOrigin(packageRoot: string, version: string): Promise<Origin> {
  if (released) return { pin: (template) => template, todo: [] }
  const commit = await commitOnServer(packageRoot)
  const source = commit ?? `./${packed(version)}`
  return {
    pin: (template) => template.replaceAll(onRegistry(version), source),
    todo: [
      commit === undefined
        ? `topo is not released yet, so the pipeline installs a file: run npm pack --ignore-scripts ${JSON.stringify(packageRoot)} at the top of the repository, and commit ${packed(version)}.`
        : `topo is not released yet, so the pipeline installs ${commit}: see that it can reach that commit.`,
    ],
  }
}

/** Of a clone that came from a server; a path would mean nothing elsewhere. */
async function commitOnServer(packageRoot: string): Promise<string | undefined> {
  const ask = (...words: string[]) => tryGit(packageRoot, words).catch(() => undefined)
  const top = await ask('rev-parse', '--show-toplevel')
  if (top === undefined || realpathSync.native(top) !== realpathSync.native(packageRoot)) return undefined
  const [url = '', commit] = [await ask('remote', 'get-url', 'origin'), await ask('rev-parse', 'HEAD')]
  const address = addressOf(url)
  return address && commit ? `git+${address}#${commit}` : undefined
}

/** Without whatever logs in there; undefined for what no pipeline could reach, or a shell would read. */
export function addressOf(url: string): string | undefined {
  const [, host, path] = /^(?:\w+@)?([\w.-]+):(?!\/)(.+)$/.exec(url) ?? []
  const address = /^(https|ssh):\/\//.test(url)
    ? url.replace(/^https:\/\/[^/]*@/, 'https://')
    : host && `ssh://git@${host}/${path}`
  return address && /^(https|ssh):\/\/[\w.@:/~-]+$/.test(address) ? address : undefined
}
