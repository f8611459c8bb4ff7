/** Checks the text of an open script like `topo validate` checks its file: inside a worker thread. */
import { dirname, join, resolve } from 'node:path'
import { KnownError } from '../../errors.ts'
import { decodeText } from '../../files/decode.ts'
import { assertInside, isBelow, realPathOf } from '../../files/path-containment.ts'
import { CONFIG_FILE, findRepository, hasRootMark, projectPath } from '../../files/root.ts'
import { applyBaseline, readBaseline } from '../../project/check/baseline.ts'
import { type CheckedScript, checkScript } from '../../project/check/check.ts'
import { hasRun } from '../../project/check/finished-run.ts'
import type { PlacedFinding } from '../../project/check/suppressions.ts'
import { IGNORE_FILE } from '../../project/config/ignore-rules.ts'
import { openWithoutSettings } from '../../project/config/project.ts'
import { importedFiles } from '../../project/script/bundle/import-graph.ts'
import { readModule } from '../../project/script/bundle/read-imported.ts'
import { reportDuplicate } from '../../project/script/duplicate-slugs.ts'
import type { LocalScript } from '../../project/script/load.ts'
import { slugOfEachFile } from '../../project/select/slugs.ts'
import { isOwnScript, loadOpenScript, type OpenScript, projectOf } from './open-script.ts'

export interface CheckParams extends OpenScript {
  /** Relative to the root of the project, or absolute. */
  readonly baseline: string | undefined
  /** Real paths of other files with a slug, in the last search. */
  readonly twins: { readonly slug: string; readonly files: readonly string[] } | undefined
}

export interface OpenCheck {
  /** False for a file that `topo validate` would not check; it has no findings. */
  readonly isScript: boolean
  /** False for a script that did not run to its end. */
  readonly hasRun: boolean
  /** Absolute path of the project. */
  readonly root: string
  /** Path of the script, relative to it. */
  readonly path: string
  /** Empty for a file that was not loaded. */
  readonly slug: string
  /** Real paths of other files with the slug, as far as the parameters name them. */
  readonly twins: readonly string[]
  /** Empty for a file that is not a script of the project. */
  readonly findings: readonly PlacedFinding[]
  /** Text of each file with a finding or a related place, except the script; by path relative to the root. */
  readonly texts: ReadonlyMap<string, string>
  /** Real paths of the files that change the result: imports, readme, settings. */
  readonly dependencies: readonly string[]
  /** A problem of the settings; the script was checked without them. */
  readonly trouble: Trouble | undefined
}

/** A file of settings that cannot be used. */
export interface Trouble {
  readonly file: string
  readonly message: string
  readonly line: number
  readonly column: number
}

export async function checkOpenScript(params: CheckParams): Promise<OpenCheck> {
  const { project, trouble } = await projectWithTrouble(params)
  const { root } = project
  const names = [CONFIG_FILE, ...ignoreFilesOf(projectPath(root, params.file)), params.baseline]
  const settings = names.flatMap((name) =>
    name === undefined ? [] : realPathOf(resolve(root, name)),
  )
  if (!(await isOwnScript(project, params.file))) {
    const nothing = {
      isScript: false,
      hasRun: false,
      slug: '',
      twins: [],
      findings: [],
      texts: new Map(),
    }
    return {
      ...nothing,
      root,
      path: projectPath(root, params.file),
      dependencies: settings,
      trouble,
    }
  }
  const script = await loadOpenScript(params, project)
  const { slug } = script
  const twins = slug === params.twins?.slug ? params.twins.files : []
  await reportDuplicate(
    script,
    twins.map((file) => projectPath(realPathOf(root), file)),
  )
  const checked = await checkScript(script)
  const { findings, trouble: other } = await withoutBaseline(checked, params.baseline)
  const imported = await dependenciesOf(script)
  const dependencies = [...imported, ...twins, realPathOf(script.readmeFile), ...settings]
  const texts = await textsOf(script, findings)
  const { path } = script
  return {
    isScript: true,
    hasRun: hasRun(checked),
    root,
    path,
    slug,
    twins,
    findings,
    texts,
    dependencies,
    trouble: trouble ?? other,
  }
}

/** Those that may exclude a file: in its folder, and in all above it. */
function ignoreFilesOf(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, depth) => [...parts.slice(0, depth), IGNORE_FILE].join('/'))
}

/** The slugs of all scripts of a project. A folder that nobody opened may have a million other files. */
export async function slugsAround(
  params: Pick<OpenScript, 'file' | 'folders'>,
): Promise<Map<string, string>> {
  const { project } = await projectWithTrouble(params)
  const isOpened =
    hasRootMark(project.root) || params.folders.some((one) => isBelow(one, params.file))
  return isOpened ? slugOfEachFile(project) : new Map()
}

/** Checks without the settings if they are wrong, so that their typo does not hide all findings. */
async function projectWithTrouble(params: Pick<OpenScript, 'file' | 'folders'>) {
  try {
    return { project: await projectOf(params), trouble: undefined }
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    const project = openWithoutSettings(dirname(params.file))
    return { project, trouble: troubleOf(error, join(project.root, CONFIG_FILE)) }
  }
}

async function withoutBaseline(
  checked: CheckedScript,
  baseline: string | undefined,
): Promise<{ findings: readonly PlacedFinding[]; trouble?: Trouble }> {
  if (baseline === undefined) return checked
  const { root } = checked.script
  const file = resolve(root, baseline)
  try {
    // The settings of an editor may be a file of the repository.
    assertInside(findRepository(root) ?? root, file, `The baseline ${baseline}`)
    const { checked: rest } = await applyBaseline([checked], await readBaseline(file), false)
    return { findings: rest[0]?.findings ?? [] }
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    return { ...checked, trouble: troubleOf(error, file) }
  }
}

/** The message starts with file, line and column if they are known. */
function troubleOf({ message, hint }: KnownError, file: string): Trouble {
  const [, line = '1', column = '1', rest = message] =
    (message.startsWith(file) && /^:(\d+):(\d+): (.*)$/s.exec(message.slice(file.length))) || []
  return {
    file,
    message: [rest, hint].filter(Boolean).join(' '),
    line: Number(line),
    column: Number(column),
  }
}

/** Real paths of the files that a script imports. */
export async function dependenciesOf({
  root,
  file,
  text,
  open,
}: Pick<LocalScript, 'root' | 'file' | 'text' | 'open'>): Promise<string[]> {
  if (!text.includes('import')) return []
  const imported = await importedFiles(root, file, text, open)
  return imported.map(({ path }) => realPathOf(join(root, path)))
}

async function textsOf(
  { root, path: own, open }: LocalScript,
  findings: readonly PlacedFinding[],
): Promise<Map<string, string>> {
  const paths = new Set(findings.flatMap(({ path, related }) => [path, related?.path ?? path]))
  paths.delete(own)
  const texts = new Map<string, string>()
  for (const path of paths) {
    const bytes = await readModule(realPathOf(join(root, path)), open).catch(() => undefined)
    texts.set(path, (bytes && decodeText(bytes).text) ?? '')
  }
  return texts
}
