/**
 * Reduces a checked script to what a report needs: the texts and outlines of many scripts would
 * take much memory.
 */
import { crc32 } from 'node:zlib'
import { decodeText } from '../../files/decode.ts'
import { isBelow } from '../../files/path-containment.ts'
import { readFileWithinSync } from '../../limits/files.ts'
import type { LocalScript } from '../script/load.ts'
import type { CheckedScript, Reported, ReportedFile } from './check.ts'
import { givenLabels, type LabelledId } from './one-id-two-labels.ts'

export interface ReportedScript extends Reported {
  /** Compared with those of other scripts. */
  readonly labels: readonly LabelledId[]
}

/** Keeps the text. */
export function reportedScript(checked: CheckedScript): ReportedScript {
  const { root, file, path, text, bundled, open } = checked.script
  const script = { root, file, path, text, bundled, open }
  return { script, findings: checked.findings, labels: givenLabels(checked) }
}

/**
 * Keeps no text of a script in its project. One outside may be a pipe, which cannot be read again.
 * Comments that suppress findings are those that were checked.
 */
export function reportedFromDisk(checked: CheckedScript): ReportedScript {
  const { script, findings } = checked
  const isReadAgain = isBelow(script.root, script.file) && !script.text.includes('topo-disable')
  if (!isReadAgain) return reportedScript(checked)
  return { script: new FileToReadAgain(script), findings, labels: givenLabels(checked) }
}

/** Most scripts have no findings, so that nothing needs their texts again. */
class FileToReadAgain implements ReportedFile {
  readonly root: string
  readonly file: string
  readonly path: string
  readonly bundled: boolean
  readonly open: LocalScript['open']
  readonly #checksum: number
  readonly #isEmpty: boolean

  constructor({ root, file, path, bundled, open, text }: LocalScript) {
    this.root = root
    this.file = file
    this.path = path
    this.bundled = bundled
    this.open = open
    this.#checksum = crc32(text)
    this.#isEmpty = text === ''
  }

  /**
   * Undefined if the file has changed since it was checked: findings would be shown in other lines.
   */
  get text(): string | undefined {
    // A file that is too large or no text counts as empty.
    if (this.#isEmpty) return ''
    const text = textIn(this.file)
    return crc32(text) === this.#checksum ? text : undefined
  }
}

/** Empty for a file that is gone. */
function textIn(file: string): string {
  try {
    return decodeText(readFileWithinSync('script', file)).text ?? ''
  } catch {
    return ''
  }
}
