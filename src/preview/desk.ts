/** Watches scripts for the preview: draws each save, and keeps the last valid picture. */
import { setImmediate } from 'node:timers/promises'
import { KnownError } from '../errors.ts'
import { type CheckedScript, hasErrors } from '../project/check/check.ts'
import type { Project } from '../project/config/project.ts'
import { drawScript } from '../project/draw/drawing.ts'
import { projectPath } from '../project/files/root.ts'
import { type LocalScript, loadScript } from '../project/script/load.ts'
import { readSettled } from '../project/watch/file-settled.ts'
import { affectsScript, isScript, type Sources, watchSources } from '../project/watch/file-watcher.ts'
import { type Picture, svg, text } from '../render/index.ts'
import { markdown } from '../render/page/markdown.ts'
import { internalProblem } from '../topology/index.ts'
import { messageOf } from '../validator/index.ts'
import type { Entry, Sheet, SheetFinding } from './sheet.ts'

/** Milliseconds to wait after a save, because several files are often saved together. */
const settleMs = 5
const warmUpMs = 600

export interface DeskOptions {
  project: Project
  /** The watched folder. */
  root: string
  poll: boolean
  /** Returns the files to show; called again for each new file. */
  select: () => Promise<string[]>
}

interface Watched extends Looked {
  readonly file: string
  readonly path: string
  /** Serializes the reads of this script. */
  turn: Promise<void> | undefined
  timer: NodeJS.Timeout | undefined
  version: number | null
}

/** Result of reading a script. */
interface Looked {
  script: LocalScript | undefined
  findings: readonly SheetFinding[]
  picture: Picture | undefined
  isStale: boolean
}

export class Desk {
  /** Rejects on an error that no script caused. */
  readonly ended: Promise<never>
  readonly #options: DeskOptions
  readonly #watched = new Map<string, Watched>()
  readonly #listeners = new Set<() => void>()
  readonly #sources: Sources
  #end: (error: unknown) => void = () => {}
  #version = 0
  /** The last requested sheet, cached because the page will request it again. */
  #sheet:
    | { readonly watched: Watched; readonly version: number | null; readonly made: Promise<Sheet> }
    | undefined
  #closed = false

  constructor(options: DeskOptions) {
    this.#options = options
    this.ended = new Promise((_resolve, reject) => {
      this.#end = reject
    })
    this.ended.catch(() => {})
    const { root, poll } = options
    this.#sources = watchSources({
      root,
      poll,
      onFile: (file) => this.#saw(file),
      onError: (error) => this.#end(error),
    })
  }

  /** Resolves when no save is missed any more; scripts may not have been read yet. */
  async open(files: readonly string[]): Promise<void> {
    for (const file of files) this.#add(file)
    await this.#sources.ready
    this.#lookAtAll().catch(this.#end)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { timer } of this.#watched.values()) clearTimeout(timer)
    await this.#sources.close()
  }

  /** Calls back when a script is added, changed or removed. Returns a function that unsubscribes. */
  onChange(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => void this.#listeners.delete(changed)
  }

  entries(): Entry[] {
    return [...this.#watched.values()].map(entryOf).sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  /** Undefined for an unknown path. */
  async sheet(path: string): Promise<Sheet | undefined> {
    const watched = [...this.#watched.values()].find((one) => one.path === path)
    if (!watched) return undefined
    if (watched.version === null) await this.#firstLook(watched)
    return this.#made(watched)
  }

  #made(watched: Watched): Promise<Sheet> {
    const { version } = watched
    if (this.#sheet?.watched !== watched || this.#sheet.version !== version) {
      this.#sheet = { watched, version, made: containedSheet(watched) }
    }
    return this.#sheet.made
  }

  async #lookAtAll(): Promise<void> {
    for (const one of [...this.#watched.values()]) {
      if (this.#closed) return
      if (one.version === null) await this.#firstLook(one)
    }
    await this.#warmUp()
  }

  /** Lets V8 compile the hot code: without this, the first ten saves would take twice as long. */
  async #warmUp(): Promise<void> {
    const watched = [...this.#watched.values()].find(({ picture, isStale }) => picture && !isStale)
    const script = watched?.script
    const end = performance.now() + warmUpMs
    while (script && !this.#closed && performance.now() < end) {
      await drawScript(script)
      await containedSheet(watched)
      await setImmediate()
    }
  }

  #add(file: string): Watched {
    const known = this.#watched.get(file)
    if (known) return known
    const path = projectPath(this.#options.project.root, file)
    const state = { timer: undefined, version: null, script: undefined, picture: undefined }
    const watched = { file, path, turn: undefined, findings: [], isStale: false, ...state }
    this.#watched.set(file, watched)
    return watched
  }

  #saw(file: string): void {
    const watched = this.#watched.get(file)
    if (watched) this.#soon(watched)
    else if (isScript(file)) this.#perhapsNew(file).catch(this.#end)
    else for (const one of this.#watched.values()) if (affectsScript(file, one.script)) this.#soon(one)
  }

  async #perhapsNew(file: string): Promise<void> {
    if ((await this.#options.select()).includes(file)) this.#soon(this.#add(file))
  }

  #soon(watched: Watched): void {
    clearTimeout(watched.timer)
    watched.timer = setTimeout(() => void this.#look(watched), settleMs)
  }

  /** The running read, or a new one. */
  #firstLook(watched: Watched): Promise<void> {
    return watched.turn ?? this.#look(watched)
  }

  #look(watched: Watched): Promise<void> {
    watched.turn = (watched.turn ?? Promise.resolve()).then(() => this.#draw(watched)).catch(this.#end)
    return watched.turn
  }

  async #draw(watched: Watched): Promise<void> {
    if (this.#closed) return
    const looked = await readSettled(watched.file, () => this.#lookAt(watched))
    if (looked) Object.assign(watched, looked, { version: ++this.#version })
    else this.#watched.delete(watched.file)
    for (const changed of this.#listeners) changed()
    // Prepare the sheet while the notified pages request it.
    await setImmediate()
    if (looked && this.#sheet?.watched === watched) await this.#made(watched)
  }

  async #lookAt({ file, path, script: before, picture }: Watched): Promise<Looked> {
    const { root, config } = this.#options.project
    let script = before
    try {
      script = await loadScript(file, { root, defaults: config.defaults, rules: config.rules })
      const drawn = await drawScript(script)
      const findings = findingsOf(drawn.checked)
      return { script, findings, isStale: hasErrors(drawn.checked), picture: drawn.picture ?? picture }
    } catch (error) {
      // An error of one script does not affect the others.
      return { script, picture, isStale: true, findings: [troubleOf(error, path)] }
    }
  }
}

const look = { theme: 'auto' } as const

async function sheetOf(watched: Watched): Promise<Sheet> {
  const { picture, isStale, findings, script } = watched
  const readme = script?.content.readme ?? null
  return {
    ...entryOf(watched),
    findings,
    drawing: picture ? { picture, isStale, svg: svg.write(picture, look), words: text.write(picture) } : null,
    readme: readme === null ? null : await markdown(readme),
  }
}

/** Like `sheetOf`, but reports an error as a finding. */
async function containedSheet(watched: Watched): Promise<Sheet> {
  try {
    return await sheetOf(watched)
  } catch (error) {
    const findings = [...watched.findings, troubleOf(error, watched.path)]
    return { ...entryOf(watched), findings, drawing: null, readme: null }
  }
}

const entryOf = ({ path, script, version, findings }: Watched): Entry => ({
  ...{ path, version, title: script?.content.name ?? path },
  errors: findings.filter(({ severity }) => severity === 'error').length,
  warnings: findings.filter(({ severity }) => severity === 'warning').length,
})

const findingsOf = ({ findings }: CheckedScript): SheetFinding[] =>
  findings.map((finding) => {
    const { severity, rule, path, line, column, fix } = finding
    return { severity, rule, fix, place: `${path}:${line}:${column}`, message: messageOf(finding) }
  })

function troubleOf(error: unknown, path: string): SheetFinding {
  if (error instanceof KnownError) {
    const { message, hint = '', code } = error
    return { severity: 'error', rule: code, place: path, message, fix: hint }
  }
  const { rule, message, fix } = internalProblem('drawing it', error)
  return { severity: 'error', rule, place: path, message, fix }
}
