/** The one text of a page: its check, and what the features of the language server ask about it. */

import { namesOf, type OpenNames, type ScriptNames } from '../../lsp/checks/script-names.ts'
import { PlacedText } from '../../lsp/session/placed-text.ts'
import type { ScriptSession } from '../../lsp/session/script-session.ts'
import { type CheckedText, checkText } from '../../project/check/check-text.ts'
import { examine } from '../../project/check/examine.ts'
import { hasRun } from '../../project/check/finished-run.ts'
import { parseHeader } from '../../project/script/header/header.ts'
import type { Picture } from '../../render/index.ts'

/** A page has no files. This is the name of its text, in findings and for the features. */
const TEXT_FILE = 'diagram.topology.js'
export const TEXT_URI = `file:///${TEXT_FILE}`

export class TextSession implements ScriptSession {
  readonly client = { snippets: true }
  readonly settings = { typescript: false }
  #text = new PlacedText(TEXT_URI, 0, '', 'utf-16')
  #checked: Promise<CheckedText> | undefined
  #lastNames: ScriptNames | undefined
  /** The last picture, which the next one resembles. */
  #picture: Picture | undefined

  /** Replaces the text. @param isOther it has nothing to do with the last one */
  open(text: string, isOther = false): void {
    if (text === this.#text.text) return
    if (isOther) this.#picture = undefined
    this.#text = new PlacedText(TEXT_URI, this.#text.version + 1, text, 'utf-16')
    this.#checked = undefined
  }

  /** The text with the findings and the picture of its script. */
  check(): Promise<CheckedText> {
    this.#checked ??= this.#checkNow()
    return this.#checked
  }

  async #checkNow(): Promise<CheckedText> {
    const { text } = this.#text
    const title = parseHeader(text).fields.name ?? ''
    const how = { title, readOn: 'screen', previous: this.#picture } as const
    const checked = await checkText(text, TEXT_FILE, { topology: true, picture: how }, examine)
    this.#picture = checked.picture ?? this.#picture
    return checked
  }

  text(uri: string): PlacedText | undefined {
    return uri === TEXT_URI ? this.#text : undefined
  }

  async scriptsWith(): Promise<Set<string>> {
    return new Set([TEXT_URI])
  }

  async currentChecks() {
    const { findings } = await this.check()
    return [{ root: '/', findings }]
  }

  async names(): Promise<OpenNames | undefined> {
    const names = namesIn(await this.check())
    if (names === undefined) return this.#lastNames && { names: this.#lastNames, isCurrent: false }
    this.#lastNames = names
    return { names, isCurrent: true }
  }

  namesSoon(): Promise<OpenNames | undefined> {
    return this.names()
  }

  async namesWith(_uri: string, text: string): Promise<ScriptNames | undefined> {
    return namesIn(await checkText(text, TEXT_FILE, { topology: true }, examine))
  }

  /** A page offers the fix of each finding. */
  async fix(): Promise<undefined> {
    return undefined
  }

  /** The page shows the whole picture. */
  async pictureAround(): Promise<undefined> {
    return undefined
  }
}

/** Undefined for a script that did not run to its end. */
function namesIn({ findings, topology, header, locate }: CheckedText): ScriptNames | undefined {
  if (topology === undefined || !hasRun({ findings })) return undefined
  const script = {
    root: '/',
    path: TEXT_FILE,
    namespace: header.namespace,
    readme: undefined,
    locate: (span: Parameters<CheckedText['locate']>[0]) => ({ path: TEXT_FILE, ...locate(span) }),
  }
  return namesOf(script, topology)
}
