/** Finds the nodes of an open script, and every place that names one: inside a worker thread. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { TextCache } from '../../files/cache/text-cache.ts'
import { realPathOf } from '../../files/path-containment.ts'
import { checkedTexts } from '../../project/check/check.ts'
import { verdictKey } from '../../project/check/verdicts.ts'
import { importedFiles } from '../../project/script/bundle/import-graph.ts'
import { type LocalScript, loadOptionsOf, loadScript, scriptOf } from '../../project/script/load.ts'
import { includedFiles } from '../../project/select/candidate-files.ts'
import { validate } from '../../validator/index.ts'
import { loadOpenScript, type OpenScript, projectOf } from './open-script.ts'
import { namesOf, type ScriptNames, type ScriptWithNames } from './script-names.ts'

/** Undefined for a script that does not run to its end. */
export async function namesInScript(params: OpenScript): Promise<ScriptNames | undefined> {
  const project = await projectOf(params)
  const script = await loadOpenScript(params, project)
  if (script.problems.length > 0) return undefined
  const { topology } = await validate(script.content.code)
  return topology && namesOf(withNames(script), topology)
}

function withNames({
  root,
  path,
  metadata,
  content,
  readmeFile,
  locate,
}: LocalScript): ScriptWithNames {
  const readme = content.readme === null ? undefined : readmeFile
  return { root, path, namespace: metadata.namespace, readme, locate }
}

/** Names in another script of the project. */
export interface OtherNames {
  /** Absolute. */
  readonly file: string
  /** Undefined for a script that does not run to its end. */
  readonly names: ScriptNames | undefined
}

/** Where to look, and for what. */
export interface SearchedScripts {
  /** A file in the project, absolute. */
  readonly file: string
  readonly folders: readonly string[]
  /** Texts of open files, by real path. */
  readonly open: ReadonlyMap<string, string>
  /** Only scripts that import one of these files, absolute. */
  readonly imported?: readonly string[]
  /** Only scripts that may contain this id. */
  readonly id?: string
}

/**
 * Names in all scripts of a project but the file itself.
 * @param verdicts keeps them for the next search: an editor searches after each letter
 */
export async function namesInOthers(
  params: SearchedScripts,
  verdicts?: TextCache,
): Promise<OtherNames[]> {
  const { id, open, imported } = params
  const project = await projectOf(params)
  const options = { ...loadOptionsOf(project), open }
  const wanted = imported && new Set(imported.map((file) => realPathOf(file)))
  const others: OtherNames[] = []
  for (const file of (await includedFiles(project)).slice(0, MOST_SCRIPTS)) {
    const real = realPathOf(file)
    if (real === realPathOf(params.file)) continue
    const text = open.get(real)
    const script = await (text === undefined
      ? loadScript(file, options)
      : scriptOf(Buffer.from(text), file, options))
    const mayImport = script.text.includes('import')
    const mayContain = id === undefined || mayImport || script.text.includes(id)
    if (wanted && !mayImport) continue
    if (wanted && !(await importsOneOf(wanted, script, options))) continue
    if (!mayContain) continue
    others.push({ file, names: await keptNames(script, verdicts) })
  }
  return others
}

/** @param files real paths */
async function importsOneOf(
  files: ReadonlySet<string>,
  { file, text }: LocalScript,
  { root, open }: { root: string; open: ReadonlyMap<string, string> },
): Promise<boolean> {
  const imports = await importedFiles(root, file, text, open)
  return imports.some(({ path }) => files.has(realPathOf(join(root, path))))
}

/** The names of an earlier search; else the script runs. */
async function keptNames(
  script: LocalScript,
  verdicts: TextCache | undefined,
): Promise<ScriptNames | undefined> {
  if (verdicts === undefined) return namesIfRun(script)
  const key = await namesKey(script)
  const kept = verdicts.find(key)
  if (kept !== undefined) return JSON.parse(kept) as ScriptNames
  const names = await namesIfRun(script)
  if (names !== undefined) verdicts.keep(key, JSON.stringify(names))
  return names
}

/** The hash of the code, and of the texts and facts that places and names come from. */
async function namesKey(script: LocalScript): Promise<string> {
  const { root, path, namespace, readme } = withNames(script)
  const texts = await checkedTexts(script)
  const facts = [root, path, namespace, readme, texts]
  return createHash('sha256')
    .update(`names ${verdictKey(script.content.code, {})}\n${JSON.stringify(facts)}`)
    .digest('hex')
}

/** Undefined for a script that does not run to its end. */
async function namesIfRun(script: LocalScript): Promise<ScriptNames | undefined> {
  if (script.problems.length > 0) return undefined
  const { topology } = await validate(script.content.code)
  return topology && namesOf(withNames(script), topology)
}

/** Further scripts are not searched. */
const MOST_SCRIPTS = 2_000
