/** How a person names a script: by file, slug, id or web address. */
import { resolve } from 'node:path'
import { usageError } from '../errors.ts'
import { loadScript } from './load.ts'
import type { Project } from './project.ts'

/** What the service knows the script by: its slug or its id. */
export async function scriptName(project: Project, given: string): Promise<string> {
  if (/\.topology\.[jt]s$/.test(given)) {
    const { root, cwd, config } = project
    return (await loadScript(resolve(cwd, given), { root, defaults: config.defaults })).slug
  }
  if (!/^https?:/.test(given)) return given
  const slug = URL.canParse(given) ? /\/v\/([^/]+)\/?$/.exec(new URL(given).pathname)?.[1] : undefined
  if (slug !== undefined) return decodeURIComponent(slug)
  throw usageError(`${given} is not the address of a script.`, {
    code: 'TOPO_NOT_A_SCRIPT',
    hint: 'The address of a script ends in /v/ and its slug.',
  })
}
