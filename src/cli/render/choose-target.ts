/** Chooses format and destination of pictures by flags and file names. */
import { existsSync, statSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { type KnownError, usageError } from '../../errors.ts'
import { fileNameFor } from '../../project/script/file-name.ts'
import { pictureFormats, type Surface } from '../../render/index.ts'
import type { Terminal } from '../io/terminal.ts'

/** File extension by format; png is rasterised from svg. */
const extensions = new Map(pictureFormats.map(({ name, extension }) => [name, extension])).set('png', 'png')
export const formatNames = [...extensions.keys()]
/** Sequence diagrams as Markdown (all), as Mermaid (one), or drawn by topo (all). */
export type SequenceForm = 'md' | 'mmd' | 'svg' | 'png'

/** Markdown, unless the file has the extension of another form. */
function sequenceFormOf(file: string): SequenceForm {
  const ending = extname(file).slice(1).toLowerCase()
  return (['mmd', 'svg', 'png'] as const).find((form) => form === ending) ?? 'md'
}

export interface RenderChoice {
  output: string | undefined
  format: string | undefined
  layer: string[] | undefined
  scenario: string[] | undefined
  theme: string | undefined
  scale: number | undefined
  force: boolean
  'embed-fonts': boolean
}

/** Format and destination of the pictures, chosen before anything is drawn. */
export interface RenderTarget {
  readonly format: string
  /** How sequence diagrams are written, by the extension of the file. */
  readonly sequences?: SequenceForm | undefined
  /** Draws boxes and lines on the terminal, if they fit. */
  readonly isDrawn?: boolean
  /** A column if undefined. */
  readonly readOn?: Surface | undefined
  /** Returns an absolute path; undefined for standard output. */
  readonly file: ((slug: string) => string) | undefined
  /** Absolute path of the index of pages in a folder; undefined if there is to be none. */
  readonly index?: string | undefined
}

/**
 * @param isWhole true if the scripts are those of the project
 * @throws usage error `TOPO_OUTPUT` if the pictures cannot go to this output, `TOPO_USAGE` for a flag that its format lacks.
 */
export function chooseTarget(
  choice: RenderChoice,
  count: number,
  terminal: Terminal,
  isWhole = false,
): RenderTarget {
  const target = targetOf(choice, count, terminal, isWhole)
  const { format, sequences } = target
  if (choice['embed-fonts'] && format !== 'svg' && sequences !== 'svg') {
    throw usageError(`--embed-fonts puts letters into SVG files, but the format is ${sequences ?? format}.`, {
      code: 'TOPO_USAGE',
      hint: 'Use --format svg, or leave out --embed-fonts.',
    })
  }
  return { ...target, readOn: pictureFormats.find(({ name }) => name === format)?.readOn }
}

function targetOf(
  { output, format }: RenderChoice,
  count: number,
  { out, json }: Terminal,
  isWhole: boolean,
): RenderTarget {
  if (output === undefined || output === '-') {
    if (count > 1) {
      throw usageError(`Cannot write ${count} pictures to one output.`, {
        code: 'TOPO_OUTPUT',
        hint: 'Name one script, or a folder for all, as in "-o pictures/".',
      })
    }
    const isShown = out.isTerminal && !json
    if (format === 'png' && isShown) throw pngOnTerminal()
    return {
      format: format ?? (isShown ? 'text' : 'svg'),
      isDrawn: format === undefined && isShown,
      file: undefined,
    }
  }
  const path = resolve(output)
  const isFolder = /[\\/]$/.test(output) || (existsSync(path) && statSync(path).isDirectory())
  const chosen = format ?? (isFolder ? 'svg' : formatOfFile(output))
  if (!isFolder && count > 1) {
    throw usageError(`Cannot write ${count} pictures to one file.`, {
      code: 'TOPO_OUTPUT',
      hint: `Name a folder, as in "-o ${basename(output)}/".`,
    })
  }
  return {
    format: chosen,
    sequences: chosen === 'sequence' && !isFolder ? sequenceFormOf(output) : undefined,
    index: isWhole && isFolder && chosen === 'html' ? join(path, 'index.html') : undefined,
    file: isFolder ? (slug) => join(path, `${fileNameFor(slug)}.${extensions.get(chosen)}`) : () => path,
  }
}

export const pngOnTerminal = (): KnownError =>
  usageError('A PNG is binary, but standard output is a terminal.', {
    code: 'TOPO_OUTPUT',
    hint: 'Name a file, as in "-o picture.png", or use a pipe.',
  })

function formatOfFile(file: string): string {
  const ending = extname(file).slice(1).toLowerCase()
  if (ending === 'md') return 'sequence'
  const found = formatNames.find(
    (name) => name === ending || extensions.get(name) === ending || (name === 'dot' && ending === 'gv'),
  )
  if (found) return found
  throw usageError(`Cannot choose a format from the extension of ${file}.`, {
    code: 'TOPO_OUTPUT',
    hint: `Add --format, one of ${formatNames.join(', ')}.`,
  })
}
