/**
 * Finds what the argument `diagram` names: a path is a script of the project that the server was started in, a slug or an id a diagram
 * on the service. No path leads out of the project.
 */
import { basename, resolve } from 'node:path'
import * as z from 'zod/mini'
import type { Script } from '../api/resources/scripts.ts'
import { KnownError, usageError } from '../errors.ts'
import { isBelow, isInside } from '../files/path-containment.ts'
import { projectPath } from '../files/root.ts'
import type { Project } from '../project/config/project.ts'
import type { LocalScript } from '../project/script/load.ts'
import type { RemoteScript } from '../sync/remote/read-remote.ts'
import { contentOf, readAccessibleScript, toRemote } from '../sync/remote/read-remote.ts'
import { nearest } from '../text/nearest.ts'
import type { ServiceAccess } from './service-pool.ts'
import type { Session } from './tool.ts'

export const diagramArgument = z
  .string()
  .check(z.minLength(1), z.describe('Slug or id on the service, or path of a local script.'))

/** The service's document names a script by these, so an assistant that has read it does too. */
const NAMES_OF_SERVICE = ['id', 'slug']

/** Renames the argument `diagram`, if it has a name of the service. */
export function withDiagramName(given: unknown, input: z.ZodMiniObject): unknown {
  const { shape } = input
  if (!('diagram' in shape) || typeof given !== 'object' || given === null) return given
  const others = NAMES_OF_SERVICE.filter((key) => key in given && !(key in shape))
  const [name] = others
  if (name === undefined) return given
  const names = 'diagram' in given ? [...others, 'diagram'] : others
  if (names.length > 1) {
    throw usageError(`The diagram is named more than once: ${names.join(' and ')}.`, {
      hint: 'Name it once, in the argument diagram: by its slug, id or path.',
    })
  }
  const { [name]: diagram, ...rest } = given as Record<string, unknown>
  return { ...rest, diagram }
}

/**
 * @returns the argument that is given
 * @throws usage error unless exactly one of them is given
 */
export function requireOne(given: Record<string, string | undefined>): string {
  const [one, ...others] = Object.values(given).filter((value) => value !== undefined)
  if (one !== undefined && others.length === 0) return one
  const names = Object.keys(given).join(' and ')
  throw usageError(`Expected exactly one of ${names}.`, {
    hint: `Give one of ${names}, and leave out the other.`,
  })
}

/** True for a name that no diagram on the service can have. */
export const isLocal = (diagram: string): boolean =>
  !isAddress(diagram) && /[\\/\0]|^\.|\.[cm]?[jt]sx?$/.test(diagram)

const isAddress = (diagram: string): boolean => /^https?:/.test(diagram)

/**
 * Absolute path of a script of the project.
 * @param path relative to the root of the project
 * @throws usage error for a path that is outside of the project, excluded or not a script; `TOPO_NO_FILES` for a misspelt one.
 */
export async function localFile(path: string, project: Project): Promise<string> {
  const { root, ignored } = project
  const file = resolve(root, path)
  // No file system accepts \0.
  const isOpen = !path.includes('\0') && isBelow(root, file) && isInside(root, file)
  const visible = isOpen ? await ignored.filter([file], (one) => projectPath(root, one)) : []
  const { isMissing } = await import('../project/select/missing-file.ts')
  if (visible.length > 0 && (await isMissing(file))) throw await missingScript(path, project)
  if (visible.length > 0 && /\.[jt]s$/.test(path)) return file
  throw usageError('The path is not a script of this project.', {
    hint: `Give the path of a .js or .ts file below the root of the project. ${LIST}`,
  })
}

const LIST = 'list_diagrams with local lists them.'

async function missingScript(path: string, project: Project): Promise<KnownError> {
  const meant = await similarScript(path, project)
  return usageError(`File not found: ${path}.`, {
    code: 'TOPO_NO_FILES',
    hint: meant === undefined ? `Give the path of a script. ${LIST}` : `Did you mean "${meant}"?`,
  })
}

/** A guess is always a script that the tools may read. */
async function similarScript(path: string, project: Project): Promise<string | undefined> {
  const { includedFiles } = await import('../project/select/candidate-files.ts')
  const paths = (await includedFiles(project)).map((file) => projectPath(project.root, file))
  const nameOf = (one: string) => basename(one).replace(/(?:\.topology)?\.\w+$/, '')
  const wanted = nameOf(path)
  const withName = (name: string | undefined) => paths.find((one) => nameOf(one) === name)
  return withName(wanted) ?? withName(nearest(wanted, paths.map(nameOf)))
}

/** Loads a script of the project, as written. */
export async function loadLocal(path: string, project: Project): Promise<LocalScript> {
  const { loadOptionsOf, loadScript } = await import('../project/script/load.ts')
  return loadScript(await localFile(path, project), loadOptionsOf(project))
}

type DiagramSession = Pick<Session, 'connection' | 'signal' | 'project'>

/** Opens the service for a diagram on it; for a local script, the diagram with its slug. */
export async function withDiagram<T>(
  diagram: string,
  { connection, signal, project }: DiagramSession,
  key: 'required' | 'optional',
  work: (reach: ServiceAccess, name: string) => Promise<T>,
): Promise<T> {
  const { withSuggestion, slugOfAddress } = await import('../project/select/resolve-script.ts')
  const opened = await project()
  const nameOf = async () => {
    if (isAddress(diagram)) return slugOfAddress(diagram)
    return isLocal(diagram) ? (await loadLocal(diagram, opened)).slug : diagram
  }
  const name = await nameOf()
  try {
    return await connection.run(key, signal, (reach) =>
      withSuggestion(
        opened,
        name,
        () => reach.client,
        () => work(reach, name),
      ),
    )
  } catch (error) {
    throw isLocal(diagram) ? error : await withLocalPath(error, name, opened)
  }
}

/** The service is not asked for a script of the project, so its path may be what is missing. */
async function withLocalPath(error: unknown, slug: string, project: Project): Promise<unknown> {
  if (!(error instanceof KnownError) || !UNANSWERED.has(error.code)) return error
  const { filesWith, slugOfEachFile } = await import('../project/select/slugs.ts')
  const [file] = filesWith(slug, await slugOfEachFile(project))
  if (file === undefined) return error
  return error.withHint(`Did you mean the local script "${projectPath(project.root, file)}"?`)
}

const UNANSWERED = new Set(['TOPO_NOT_FOUND', 'TOPO_NO_SERVICE', 'TOPO_NOT_LOGGED_IN'])

/** Reads a diagram of the service; a later change is based on this revision. */
export const readRemembered = (
  diagram: string,
  session: DiagramSession & Pick<Session, 'revisions'>,
) =>
  withDiagram(diagram, session, 'optional', async (reach, name) => {
    const { remote } = await readDiagram(reach, name)
    session.revisions.remember(remote)
    return remote
  })

/** Reads a diagram with its full content, the base of a change. */
export async function readDiagram(
  { client }: ServiceAccess,
  name: string,
): Promise<{
  script: Script
  remote: RemoteScript & { content: NonNullable<RemoteScript['content']> }
}> {
  const script = await readAccessibleScript(client, name)
  return { script, remote: { ...toRemote(script), content: contentOf(script) } }
}
