/** How a person names a script: by file, slug, id or web address. */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { usageError } from '../errors.ts'
import { loadScript } from './load.ts'
import { SLUG } from './metadata.ts'
import type { Project } from './project.ts'

export interface NamedScript {
  /** What the service knows the script by: its slug or its id. */
  name: string
  /** Absolute path, where a file was named. */
  file?: string | undefined
}

/** The same, for what asks the service alone. */
export async function scriptName(project: Project, given: string): Promise<string> {
  return (await namedScript(project, given)).name
}

/** @throws usage error `TOPO_NOT_A_SCRIPT` for an empty name and for another web address. */
export async function namedScript({ root, cwd, config }: Project, given: string): Promise<NamedScript> {
  if (given.trim() === '') {
    throw usageError('The name of the script is empty.', {
      code: 'TOPO_NOT_A_SCRIPT',
      hint: 'Name it by its file, slug, id or web address.',
    })
  }
  const file = resolve(cwd, given)
  if (await isScriptFile(given, file)) {
    return { name: (await loadScript(file, { root, defaults: config.defaults })).slug, file }
  }
  return { name: /^https?:/.test(given) ? slugOfAddress(given) : given }
}

/** A word that may be a slug is one, whatever else bears that name in the folder. */
async function isScriptFile(given: string, file: string): Promise<boolean> {
  if (SLUG.test(given)) return false
  if (/\.topology\.[jt]s$/.test(given)) return true
  return (await stat(file).catch(() => undefined))?.isFile() ?? false
}

function slugOfAddress(given: string): string {
  const slug = URL.canParse(given) ? /\/v\/([^/]+)\/?$/.exec(new URL(given).pathname)?.[1] : undefined
  const name = slug === undefined ? undefined : decoded(slug)
  if (name !== undefined) return name
  throw usageError(`${given} is not the address of a script.`, {
    code: 'TOPO_NOT_A_SCRIPT',
    hint: 'The address of a script ends in /v/ and its slug.',
  })
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
