/** Renames a node in all scripts of a project: its id, and every connection and step that names it, also in imported files. */
import { join } from 'node:path'
import { refusedError, usageError } from '../errors.ts'
import { writeAtomic } from '../files/atomic.ts'
import { decodeText } from '../files/decode.ts'
import { realPathOf } from '../files/path-containment.ts'
import type { Place } from '../files/position.ts'
import { readFileWithin } from '../limits/files.ts'
import { type CheckedScript, checkScript } from '../project/check/check.ts'
import { replaceableFile } from '../project/check/fix.ts'
import type { Project } from '../project/config/project.ts'
import { type LocalScript, loadOptionsOf, scriptOf } from '../project/script/load.ts'
import { nameIn } from '../project/script/metadata.ts'
import { firstNamed, LineIndex, readTopology } from '../topology/index.ts'
import { withEdits } from '../topology/model/position.ts'
import { architectureOf } from './architecture.ts'
import {
  computedUse,
  isWritableId,
  offsetOfWord,
  renamedWord,
  usesIn,
  WRITABLE_ID,
} from './name-uses.ts'

export interface Renaming {
  readonly files: readonly RenamedFile[]
  /** Paths of other scripts that draw the new name: both are the same thing from now on. */
  readonly joined: readonly string[]
}

export interface RenamedFile {
  /** Relative to the project root. */
  readonly path: string
  readonly file: string
  readonly before: Buffer
  readonly after: Buffer
  /** Number of replaced words. */
  readonly places: number
}

/**
 * Writes nothing.
 *
 * @param checked all scripts of the project, with their outlines
 * @throws KnownError `TOPO_ID_UNKNOWN`, `TOPO_ID_TAKEN`, `TOPO_ID_COMPUTED`; `TOPO_INVALID` for a script that may draw it, but has errors
 */
export async function planRename(
  project: Project,
  checked: readonly CheckedScript[],
  old: string,
  now: string,
): Promise<Renaming> {
  const architecture = architectureOf(checked)
  const drawing = (name: string) =>
    new Set(architecture.things.get(name)?.map(({ script }) => script))
  const scripts = [...drawing(old)]
  for (const { script, outline } of checked)
    if (outline === undefined && mayDraw(script, old)) throw unread(script.path, old)
  if (scripts.length === 0) throw unknownId(old, architecture.meant(old))
  const texts = new ChangedTexts(project.root)
  for (const script of scripts) await renameIn(script, old, now, texts)
  const files = texts.files()
  await assertHarmless(project, checked, files)
  return { files, joined: [...drawing(now)].map(({ path }) => path) }
}

/** The id that a script writes for a name; undefined for a name of another namespace. */
function idIn(script: LocalScript, name: string): string | undefined {
  const prefix = nameIn(script.metadata, '')
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined
}

function mayDraw(script: LocalScript, name: string): boolean {
  const id = script.content.type === 'topology' ? idIn(script, name) : undefined
  return id !== undefined && (script.text.includes(id) || /\bimport\b/.test(script.text))
}

async function renameIn(
  script: LocalScript,
  old: string,
  now: string,
  texts: ChangedTexts,
): Promise<void> {
  const id = idIn(script, old) ?? ''
  const newId = idIn(script, now)
  if (newId === undefined) {
    throw usageError(`The header of ${script.path} has a namespace, which "${now}" lacks.`, {
      hint: `Write ${nameIn(script.metadata, now)}.`,
    })
  }
  if (!isWritableId(newId)) throw usageError(`"${newId}" cannot be an id.`, { hint: WRITABLE_ID })
  const { topology } = await readTopology(script.content.code)
  if (topology === undefined) throw unread(script.path, old)
  const taken = firstNamed(topology, newId)
  if (taken !== undefined) {
    const { path, line, column } = script.locate(taken.at)
    throw refused(
      'TOPO_ID_TAKEN',
      `"${now}" is already drawn at ${path}:${line}:${column}.`,
      'Choose another id.',
    )
  }
  const uses = usesIn(script, topology)
  const computed = computedUse(id, uses)
  for (const { id: owner, word, at } of computed ? [computed] : uses) {
    if (owner !== id) continue
    const isReplaced = await texts.replace(at, word, renamedWord(word ?? '', id, newId))
    if (!isReplaced) {
      const message = `"${old}" is computed at ${at.path}:${at.line}, so it cannot be renamed.`
      throw refused('TOPO_ID_COMPUTED', message, BY_HAND)
    }
  }
}

interface ChangedText {
  readonly before: Buffer
  readonly text: string
  readonly mark: string
  readonly lines: LineIndex
  /** By offset. */
  readonly edits: Map<
    number,
    { readonly start: number; readonly end: number; readonly text: string }
  >
}

/** The texts of scripts and imported files, with the words to replace. */
class ChangedTexts {
  readonly #root: string
  readonly #texts = new Map<string, ChangedText>()

  constructor(root: string) {
    this.#root = root
  }

  /** False if the word is not there. */
  async replace(
    { path, line, column }: Place,
    word: string | undefined,
    text: string,
  ): Promise<boolean> {
    if (word === undefined) return false
    const known = this.#texts.get(path) ?? (await this.#read(path))
    this.#texts.set(path, known)
    const offset = offsetOfWord(known.text, known.lines.offset(line, column), word)
    if (offset === undefined) return false
    known.edits.set(offset, { start: offset, end: offset + word.length, text })
    return true
  }

  async #read(path: string): Promise<ChangedText> {
    const before = await readFileWithin('script', join(this.#root, path))
    const { text = '', ...decoded } = decodeText(before)
    const mark = 'byteOrderMark' in decoded && decoded.byteOrderMark ? '\uFEFF' : ''
    return { before, text, mark, lines: new LineIndex(text), edits: new Map() }
  }

  files(): RenamedFile[] {
    return [...this.#texts].map(([path, { before, text, mark, edits }]) => {
      const sorted = [...edits.values()].sort((a, b) => a.start - b.start)
      const after = Buffer.from(mark + withEdits(text, sorted))
      return { path, file: join(this.#root, path), before, after, places: edits.size }
    })
  }
}

/** A word may name more than the node, such as an entry of a table by its id. @throws KnownError `TOPO_INVALID` */
async function assertHarmless(
  project: Project,
  checked: readonly CheckedScript[],
  files: readonly RenamedFile[],
) {
  const open = new Map(
    files.map(({ file, after }) => [realPathOf(file), decodeText(after).text ?? '']),
  )
  const own = new Map(files.map(({ file, after }) => [file, after]))
  for (const one of checked) {
    const { script } = one
    const bytes = own.get(script.file) ?? (script.bundled ? Buffer.from(script.text) : undefined)
    if (bytes === undefined) continue
    const renamed = await scriptOf(bytes, script.file, { ...loadOptionsOf(project), open })
    const problems = problemsOf(await checkScript(renamed))
    const known = new Set(problemsOf(one).map((problem) => `${problem.line} ${problem.rule}`))
    const added = problems.find((problem) => !known.has(`${problem.line} ${problem.rule}`))
    if (added === undefined) continue
    const { path: place, line, message } = added
    throw refused(
      'TOPO_INVALID',
      `The rename would cause a problem at ${place}:${line}: ${message}.`,
      BY_HAND,
    )
  }
}

const problemsOf = ({ findings }: CheckedScript) =>
  findings.filter(({ severity }) => severity !== 'hint')

/**
 * Writes all files, or none.
 * @throws KnownError `TOPO_CHANGED_MEANWHILE`, `TOPO_WRITE_FAILED`
 */
export async function writeRenaming({ files }: Renaming, root: string): Promise<void> {
  const targets: { target: string; before: Buffer; after: Buffer }[] = []
  for (const { file, path, before, after } of files)
    targets.push({ target: await replaceableFile(file, path, before), before, after })
  const written: typeof targets = []
  try {
    for (const one of targets) {
      await writeAtomic(one.target, one.after, { root })
      written.push(one)
    }
  } catch (error) {
    for (const { target, before } of written)
      await writeAtomic(target, before, { root }).catch(() => {})
    throw error
  }
}

const BY_HAND = 'Rename it there by hand.'

const refused = (code: `TOPO_${string}`, message: string, hint: string) =>
  refusedError(message, { code, hint })

const unknownId = (id: string, meant: string | undefined) =>
  refused(
    'TOPO_ID_UNKNOWN',
    `No script of the project draws "${id}".`,
    meant === undefined ? 'Run "topo query \'*\'" to see all ids.' : `Did you mean "${meant}"?`,
  )

const unread = (path: string, id: string) =>
  refused(
    'TOPO_INVALID',
    `${path} has errors, so topo cannot see if it draws "${id}".`,
    'Fix it first: run "topo validate".',
  )
