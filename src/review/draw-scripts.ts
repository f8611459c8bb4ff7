/** Draws scripts; a script with errors returns its findings instead of a picture. */
import { resolve } from 'node:path'
import pLimit from 'p-limit'
import type { Client } from '../api/client/client.ts'
import { refusedError } from '../errors.ts'
import { projectPath } from '../files/root.ts'
import { type CheckedScript, checkScript, hasErrors } from '../project/check/check.ts'
import { checkerForPictures } from '../project/check/checker.ts'
import { type Examine, examine, type PictureRequest } from '../project/check/examine.ts'
import type { Project } from '../project/config/project.ts'
import { fileNameFor } from '../project/script/file-name.ts'
import { type LocalScript, loadOptionsOf, loadScript, scriptOf } from '../project/script/load.ts'
import { SLUG } from '../project/script/metadata.ts'
import { changedScript } from '../project/script/script-hashes.ts'
import { resolveScript, withSuggestion } from '../project/select/resolve-script.ts'
import type { Picture, StyleSetting } from '../render/index.ts'
import { readAccessibleScript } from '../sync/remote/read-remote.ts'

/** Layers, shape, direction, and the last picture of the script. */
export interface DrawOptions extends Omit<PictureRequest, 'title' | 'marks' | 'scriptDirection'> {
  /** By default that of the project. */
  readonly style?: StyleSetting | undefined
  /** Also returns the outline, to find what other diagrams draw. */
  readonly outline?: boolean | undefined
}

export interface DrawResult {
  readonly checked: CheckedScript
  /** Undefined for a script with errors, such as too large a picture. */
  readonly picture: Picture | undefined
}

/** Scripts that wait for a thread: the earlier pictures of more would only take memory. */
const MOST_WAITING = 16

/**
 * Draws scripts, many of them on all cores, in a process that exits afterwards.
 * @throws as `drawScript`
 */
export async function drawScripts(
  scripts: readonly LocalScript[],
  howOf: (script: LocalScript) => Promise<DrawOptions>,
  onEach: () => void,
): Promise<DrawResult[]> {
  const checker = await checkerForPictures(scripts)
  const atATime = pLimit(MOST_WAITING)
  const drawOne = async (script: LocalScript) => {
    const drawn = await drawScript(script, await howOf(script), checker.examine)
    onEach()
    return drawn
  }
  try {
    return await Promise.all(scripts.map((script) => atATime(drawOne, script)))
  } finally {
    atATime.clearQueue()
    await checker.close()
  }
}

/**
 * @throws KnownError `TOPO_NOT_DRAWN` for a script of another type.
 */
export async function drawScript(
  script: LocalScript,
  { style = script.style, outline, ...how }: DrawOptions = {},
  ask: Examine = examine,
): Promise<DrawResult> {
  const { type, name } = script.content
  if (type !== 'topology') {
    throw refusedError(`Cannot draw ${script.path}: its type is "${type}".`, {
      code: 'TOPO_NOT_DRAWN',
      hint: 'Only scripts of type "topology" can be drawn.',
    })
  }
  const wanted = { title: name, scriptDirection: script.metadata.direction, ...how }
  const { picture, ...checked } = await checkScript(script, ask, { outline, picture: wanted })
  if (picture === undefined || hasErrors(checked)) return { checked, picture: undefined }
  return { checked, picture: { ...picture, ...(style && { style }) } }
}

/** Returns the picture of a script's code; null if it does not run or the picture is too large. */
export async function drawCode(code: string, title = ''): Promise<Picture | null> {
  return (await examine(code, { picture: { title } })).picture ?? null
}

/**
 * @param client called only for a remote script
 * @param onTaken called when a slug is resolved to a local file
 */
export async function loadScriptToDraw(
  project: Project,
  given: string,
  client: () => Promise<Client>,
  onTaken: (slug: string, path: string) => void,
): Promise<LocalScript> {
  const { root, cwd } = project
  const options = loadOptionsOf(project)
  const { file, name } = await resolveScript(project, given)
  if (file !== undefined) {
    if (SLUG.test(given)) onTaken(given, projectPath(root, file))
    return loadScript(file, options)
  }
  const read = (remote: Client) => readAccessibleScript(remote, name)
  const { code, slug, name: title, type } = await withSuggestion(project, given, client, read)
  const like = resolve(cwd, `${fileNameFor(slug)}.topology.js`)
  const script = await scriptOf(Buffer.from(code ?? ''), like, { ...options, isCode: true })
  const content = { ...script.content, name: title, type: type ?? 'topology' }
  return changedScript(script, { content })
}
