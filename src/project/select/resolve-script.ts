/** Resolves a script that the user named by file, slug, id or web address. */

import { existsSync } from 'node:fs'

import { resolve } from 'node:path'
import type { Client } from '../../api/client/client.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { KnownError, usageError } from '../../errors.ts'
import { isFile } from '../../files/is-file.ts'
import { projectPath } from '../../files/root.ts'
import { nearest } from '../../text/nearest.ts'
import type { Project } from '../config/project.ts'
import { loadOptionsOf, loadScript } from '../script/load.ts'
import { SLUG } from '../script/metadata.ts'
import { isMissing, isPath, missingFile } from './missing-file.ts'
import { inDiskCase } from './script-search.ts'
import { fileOfSlug, findSimilarSlug } from './slugs.ts'

export interface NamedScript {
  /** Slug or id on the service. */
  name: string
  /** Absolute path, if a file is meant. */
  file?: string | undefined
}

/** Resolves to a slug or id only. */
export async function scriptName(project: Project, given: string): Promise<string> {
  return (await resolveRemoteName(project, given)).name
}

/** Reads the named script from the service, which is opened after the name is known: a misspelt path needs none. */
export async function readScriptByName(
  project: Project,
  open: () => Promise<Client>,
  given: string,
): Promise<Script> {
  const idOrSlug = await scriptName(project, given)
  const ask = async (client: Client) => (await client.scripts.get({ params: { idOrSlug } })).item
  return withSuggestion(project, given, open, ask)
}

/** A project file takes precedence over a remote script with the same slug. */
export async function resolveScript(project: Project, given: string): Promise<NamedScript> {
  const named = await resolveRemoteName(project, given)
  if (named.file !== undefined || !SLUG.test(given)) return named
  return { ...named, file: await fileOfSlug(project, given) }
}

/**
 * Replaces each slug in a list of paths by its project file.
 * @param onResolved called with each slug and its file
 * @throws usage error `TOPO_NO_FILES` for a misspelt slug.
 */
export async function resolvePaths(
  project: Project,
  given: readonly string[],
  onResolved: (slug: string, path: string) => void,
): Promise<string[]> {
  const paths: string[] = []
  for (const name of given) {
    // A dash means standard input.
    const isSlug = name !== '-' && SLUG.test(name) && !existsSync(resolve(project.cwd, name))
    const file = isSlug ? await fileOfSlug(project, name) : undefined
    if (file !== undefined) onResolved(name, projectPath(project.root, file))
    else if (isSlug) await rejectTypo(project, name)
    paths.push(file ?? name)
  }
  return paths
}

async function rejectTypo(project: Project, given: string): Promise<void> {
  const near = await findSimilarSlug(project, given)
  if (near === undefined) return
  throw usageError(`No scripts found: "${given}" is neither a file in ${project.cwd} nor a slug.`, {
    code: 'TOPO_NO_FILES',
    hint: `Did you mean "${near.slug}" (${near.path})?`,
  })
}

/** Calls the service; if the script is not found, suggests the project's or the account's script with a similar slug. */
export async function withSuggestion<T>(
  project: Project,
  given: string,
  open: () => Client | Promise<Client>,
  ask: (client: Client) => Promise<T>,
): Promise<T> {
  let client: Client | undefined
  try {
    client = await open()
    return await ask(client)
  } catch (error) {
    if (!(error instanceof KnownError) || !NOT_FOUND_CODES.has(error.code)) throw error
    if (!SLUG.test(given)) throw error
    const near = await findSimilarSlug(project, given)
    const meant = near
      ? `"${near.slug}" (${near.path})`
      : client && (await similarOwn(client, given))
    if (meant === undefined) throw error
    const suggestion = `Did you mean ${meant}?`
    const hint = error.code === 'TOPO_NOT_FOUND' ? '' : ` ${error.hint ?? ''}`
    throw error.withHint((suggestion + hint).trimEnd())
  }
}

/** The most similar of the caller's latest scripts. Undefined without a key, or if the service refuses. */
async function similarOwn(client: Client, given: string): Promise<string | undefined> {
  const query = { limit: 100, offset: 0 }
  const listed = await client.scripts.own({ query }).catch(() => undefined)
  const slugs = listed?.items.map(({ slug }) => slug) ?? []
  const near = nearest(given, slugs)
  return near && `"${near}"`
}

/** Without a configured service, a misspelt file name looks like a remote script. */
const NOT_FOUND_CODES = new Set(['TOPO_NOT_FOUND', 'TOPO_NO_SERVICE'])

/** @throws usage error for an empty name, another web address, and a path without a file (`TOPO_NO_FILES`). */
export async function resolveRemoteName(project: Project, given: string): Promise<NamedScript> {
  if (given.trim() === '') {
    throw usageError('The name of the script is empty.', {
      hint: 'Name it by its file, slug, id or web address.',
    })
  }
  const file = await inDiskCase(resolve(project.cwd, given))
  if (await isScriptFile(given, file)) {
    return { name: (await loadScript(file, loadOptionsOf(project))).slug, file }
  }
  if (/^https?:/.test(given)) return { name: slugOfAddress(given) }
  if (isPath(given)) throw await missingFile(project, given)
  return { name: given }
}

/** A valid slug is never a file, even if a file or folder has that name. A file that cannot be read is an error when it is read. */
async function isScriptFile(given: string, file: string): Promise<boolean> {
  if (SLUG.test(given)) return false
  if (/\.topology\.[jt]s$/.test(given)) return !(await isMissing(file))
  return isFile(file)
}

/** @throws usage error for another address. */
export function slugOfAddress(given: string): string {
  const slug = URL.canParse(given)
    ? /\/v\/([^/]+)\/?$/.exec(new URL(given).pathname)?.[1]
    : undefined
  const name = slug === undefined ? undefined : tryDecode(slug)
  if (name !== undefined) return name
  throw usageError(`${given} is not the address of a script.`, {
    hint: 'The address of a script ends with /v/SLUG.',
  })
}

function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
