/** Reads an imported file, and refuses content that must not reach the bundler. */

import path from 'node:path'
import { KnownError } from '../../../errors.ts'
import { decodeText } from '../../../files/decode.ts'
import { type FileProblem, type Place, spanAt } from '../../../files/position.ts'
import { readFileWithin } from '../../../limits/files.ts'
import { inputTooLarge, limits, overLimit } from '../../../limits/limits.ts'
import { withEdits } from '../../../topology/model/position.ts'
import type { ParserHazard } from '../../../topology/parse/nesting.ts'
import { parserHazard, parseText } from '../../../topology/parse/parse-text.ts'
import type { TextRange } from './default-export.ts'
import { modulePartsOf } from './module-parts.ts'
import { type SyntaxFault, syntaxFault, unsupportedImports } from './syntax-faults.ts'

export type Imported =
  | { text: string; loader: 'js' | 'ts' | 'json'; problems?: undefined }
  | { text?: undefined; loader?: undefined; problems: FileProblem[] }

/** Texts of files that are open in an editor, by real path: they replace those on disk. */
export type OpenTexts = ReadonlyMap<string, string>

/** The code of a script, before it is read. */
export interface CodeInput {
  root: string
  /** Absolute path of the script. */
  file: string
  /** The whole file; its code is everything but the header. */
  text: string
  header: TextRange
  open?: OpenTexts | undefined
}

/** @param where path relative to the project root */
export async function readImported(
  file: string,
  where: string,
  open?: OpenTexts,
): Promise<Imported> {
  const bytes = await readModule(file, open).catch((error: unknown) => {
    if (!(error instanceof KnownError)) throw error
  })
  if (!bytes)
    return {
      problems: [
        {
          rule: 'import',
          ...overLimit('module', where),
          ...place(where, '', 0, 0),
        },
      ],
    }
  const decoded = decodeText(bytes)
  if (decoded.text === undefined) {
    const { before, message, fix } = decoded
    const end = place(where, before, before.length, before.length)
    return { problems: [{ rule: 'syntax', message, fix, ...end }] }
  }
  const { text } = decoded
  const { loader, faults } = await inspect(text, path.extname(file))
  if (faults.length > 0) {
    return {
      problems: faults.map(({ start, end, ...fault }) => ({
        ...fault,
        ...place(where, text, start, end),
      })),
    }
  }
  return { text: loader === 'json' ? text : await withoutSourceMap(text, loader), loader }
}

/**
 * The content of an imported file.
 * @throws KnownError `TOPO_INPUT_TOO_LARGE`
 */
export async function readModule(file: string, open: OpenTexts | undefined): Promise<Buffer> {
  const text = open?.get(file)
  if (text === undefined) return readFileWithin('module', file)
  const bytes = Buffer.from(text)
  if (bytes.length > limits.module.most) throw inputTooLarge('module', file)
  return bytes
}

async function inspect(
  text: string,
  extension: string,
): Promise<{ loader: 'js' | 'ts' | 'json'; faults: SyntaxFault[] }> {
  const loader = loaderOf(extension)
  if (loader === 'json') {
    // Nesting that is too deep would also break the bundler.
    const refused = parserHazard(text)
    return { loader, faults: refused === undefined ? [] : [faultOf(refused)] }
  }
  const { result: parsed, refused } = await parseText(text, { lang: loader, sourceType: 'module' })
  if (parsed === undefined) return { loader, faults: [faultOf(refused)] }
  const [error] = parsed.errors
  if (error === undefined)
    return { loader, faults: unsupportedImports(modulePartsOf(parsed.program), text) }
  if (loader === 'js') {
    // Types are legal in an imported .js file, as in a script.
    const { result: typed } = await parseText(text, { lang: 'ts', sourceType: 'module' })
    if (typed?.errors.length === 0)
      return { loader: 'ts', faults: unsupportedImports(modulePartsOf(typed.program), text) }
  }
  return { loader, faults: [syntaxFault(error)] }
}

function loaderOf(extension: string): 'js' | 'ts' | 'json' {
  if (extension === '.ts') return 'ts'
  return extension === '.json' ? 'json' : 'js'
}

const faultOf = ({ at, message, fix }: ParserHazard): SyntaxFault => ({
  rule: 'syntax',
  message: `${message}.`,
  fix,
  start: at,
  end: at + 1,
})

/** Removes source map comments: the bundler would read the file that they name, anywhere on this machine. */
async function withoutSourceMap(text: string, loader: 'js' | 'ts'): Promise<string> {
  if (!text.includes('sourceMappingURL')) return text
  const { result } = await parseText(text, { lang: loader, sourceType: 'module' })
  const edits = (result?.comments ?? []).map(({ start, end }) => {
    const comment = text.slice(start, end).replaceAll('sourceMappingURL', 'sourceMappingXXX')
    return { start, end, text: comment }
  })
  return withEdits(text, edits)
}

function place(where: string, text: string, start: number, end: number): Place {
  return { path: where, ...spanAt(text, start, end) }
}
