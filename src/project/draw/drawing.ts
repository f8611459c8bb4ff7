/** Scripts, from wherever they come → pictures: those that the service would refuse come back with their findings. */
import { resolve } from 'node:path'
import type { Client } from '../../api/client.ts'
import { ExitCode, KnownError } from '../../errors.ts'
import type { Picture } from '../../render/index.ts'
import { type CheckedScript, checkScript, hasErrors } from '../check/check.ts'
import { examine } from '../check/examine.ts'
import { compileQuickly, SMALL_INPUT_CHARS } from '../check/wasm-compilation.ts'
import type { Project } from '../config/project.ts'
import { projectPath } from '../files/root.ts'
import { readableScript } from '../remote/remote.ts'
import { fileNameFor } from '../script/file-name.ts'
import { type LocalScript, loadScript, scriptOf } from '../script/load.ts'
import { SLUG } from '../script/metadata.ts'
import { orNear, resolveScript } from '../select/resolve-script.ts'

export interface DrawResult {
  readonly checked: CheckedScript
  /** Undefined for a script with errors, among them that it draws too much for a picture. */
  readonly picture: Picture | undefined
}

/** One after the other, in a process that ends then. @throws as `draw` */
export async function drawAll(
  scripts: readonly LocalScript[],
  layers: readonly string[] | undefined,
  onEach: () => void,
): Promise<DrawResult[]> {
  if (scripts.reduce((sum, { content }) => sum + content.code.length, 0) <= SMALL_INPUT_CHARS)
    compileQuickly()
  const drawn: DrawResult[] = []
  for (const script of scripts) {
    drawn.push(await draw(script, layers))
    onEach()
  }
  return drawn
}

/** @throws KnownError `TOPO_NOT_A_TOPOLOGY` for a script of another type, which draws nothing. */
export async function draw(script: LocalScript, layers?: readonly string[]): Promise<DrawResult> {
  const { type, name } = script.content
  if (type !== 'topology') {
    throw new KnownError(`Cannot draw ${script.path}: its type is "${type}".`, {
      code: 'TOPO_NOT_A_TOPOLOGY',
      exitCode: ExitCode.refused,
      hint: 'Only scripts of type "topology" can be drawn.',
    })
  }
  let picture: Picture | undefined
  const checked = await checkScript(script, async (code, wanted) => {
    const examined = await examine(code, { ...wanted, picture: { title: name, layers } })
    picture = examined.picture
    return examined
  })
  return { checked, picture: hasErrors(checked) ? undefined : picture }
}

/** What a code draws; null for one that does not run, or draws too much for a picture. */
export async function drawCode(code: string, title = ''): Promise<Picture | null> {
  return (await examine(code, { picture: { title } })).picture ?? null
}

/**
 * @param client asked for only where a script of the service is meant
 * @param onTaken is told which file a slug was taken for
 */
export async function scriptToDraw(
  project: Project,
  given: string,
  client: () => Promise<Client>,
  onTaken: (slug: string, path: string) => void,
): Promise<LocalScript> {
  const { root, cwd, config } = project
  const options = { root, defaults: config.defaults, rules: config.rules }
  const { file, name } = await resolveScript(project, given)
  if (file !== undefined) {
    if (SLUG.test(given)) onTaken(given, projectPath(root, file))
    return loadScript(file, options)
  }
  const read = async () => readableScript(await client(), name)
  const { code, slug, name: title, type } = await orNear(project, given, read)
  const script = await scriptOf(
    Buffer.from(code ?? ''),
    resolve(cwd, `${fileNameFor(slug)}.topology.js`),
    options,
  )
  return { ...script, content: { ...script.content, name: title, type: type ?? 'topology' } }
}
