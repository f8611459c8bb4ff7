/** Flags of `topo render`; chooses format and destination of pictures by them and by file names. */
import { existsSync, statSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import type { Interfaces } from '@oclif/core'
import { boolean, custom, option, string } from '@oclif/core/flags'
import { rare } from '../../../cli/command/flags/flags.ts'
import { cacheFlag } from '../../../cli/command/flags/selection.ts'
import { extensionOf, type FileFormats, formatOfFile } from '../../../cli/io/format-of-file.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { type KnownError, usageError } from '../../../errors.ts'
import { readOverwritten } from '../../../limits/files.ts'
import { fileNameFor } from '../../../project/script/file-name.ts'
import {
  directions,
  type EarlierPicture,
  pictureFormats,
  styleNames,
} from '../../../render/index.ts'
import {
  type PictureForm,
  type SequenceForm,
  themes,
} from '../../../review/refresh/picture-choice.ts'
import { earlierPicture } from '../../../review/refresh/picture-document.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'

/** File extension by format; png is rasterised from svg. */
const extensions = new Map(pictureFormats.map(({ name, extension }) => [name, extension])).set(
  'png',
  'png',
)
const formatNames = [...extensions.keys()]
/** Markdown, unless the file has the extension of another form. */
function sequenceFormOf(file: string): SequenceForm {
  const extension = extensionOf(file)
  return (['mmd', 'svg', 'png'] as const).find((form) => form === extension) ?? 'md'
}

export const styleFlag = option({
  options: styleNames,
  helpValue: 'NAME',
  summary: 'plain, or print: black on white, with dashes. Default: `style` of topo.config.json.',
})

export const renderFlags = {
  output: string({
    char: 'o',
    helpValue: 'PATH',
    summary: 'File or folder to write; - is standard output (the default for one script).',
    description:
      'Creates missing folders. In a folder, pictures are named by slug; html pages of all scripts get an index.html with a search.',
  }),
  format: string({
    options: formatNames,
    helpValue: 'NAME',
    summary: `One of ${formatNames.join(', ')}.`,
    description:
      'The default follows the extension of the file. Without a file, it is svg; on a terminal, boxes and lines if they fit into its width, else text.',
  }),
  layer: string({
    multiple: true,
    helpValue: 'NAME',
    summary: 'Draw only this layer and what is in no layer; repeat it for several.',
  }),
  scenario: string({
    multiple: true,
    helpValue: 'ID',
    summary: 'Draw only this scenario; repeat it for several.',
  }),
  theme: string({
    options: [...themes],
    helpValue: 'NAME',
    summary: 'light, dark, or auto: in svg and html it follows the reader (the default there).',
  }),
  style: styleFlag(),
  descriptions: boolean({ summary: 'Show the description of each node below its label.' }),
  aspect: custom<number>({
    ...rare,
    helpValue: 'W:H',
    summary: 'Wanted shape of the picture, as in 16:9; boxes are put into narrower or wider rows.',
    parse: async (given) => {
      const [, width, height] = /^(\d{1,4}):(\d{1,4})$/.exec(given.trim()) ?? []
      const aspect = Number(width) / Number(height)
      if (aspect >= 0.1 && aspect <= 10) return aspect
      throw usageError(`"${forTerminal(given)}" is not a shape.`, {
        code: 'TOPO_USAGE',
        hint: 'Give width and height from 1:10 to 10:1, as in 16:9.',
      })
    },
  })(),
  direction: option({
    options: directions,
    helpValue: 'NAME',
    summary: 'Where connections lead. Default: `direction` of the header, else down.',
    description: 'Nodes at positions from the script stay where they are.',
  })(),
  scale: custom<number>({
    ...rare,
    helpValue: 'N',
    summary: 'Size of a png or svg, from 0.1 to 10 (2 for png, less for a large one; else 1).',
    parse: async (given) => {
      const scale = Number(given)
      if (given.trim() !== '' && scale >= 0.1 && scale <= 10) return scale
      throw usageError(`"${given}" is not a scale.`, {
        code: 'TOPO_USAGE',
        hint: 'Give a number from 0.1 to 10.',
      })
    },
  })(),
  'embed-fonts': boolean({
    ...rare,
    summary:
      'Put the letters of the bundled font into an svg, so that it looks the same everywhere.',
    description:
      'Adds 20 to 80 KB. Other letters, such as Thai or Chinese ones, come from the fonts of whoever looks at it.',
  }),
  force: boolean({ summary: 'Overwrite an existing file with other content.' }),
  check: boolean({
    exclusive: ['write', 'force'],
    summary:
      'List stale pictures and Markdown blocks, and write nothing; exit code 3 if there are some.',
    description:
      'Compares the pictures of --output; without it, those that git tracks. Also compares the blocks in all Markdown files of the project: the lines between <!-- topo SLUG --> and <!-- /topo -->.',
  }),
  write: boolean({ summary: 'Update stale pictures and Markdown blocks.' }),
  ...cacheFlag,
}

export type RenderChoice = Interfaces.InferredFlags<typeof renderFlags>

export interface RenderTarget extends PictureForm {
  /** Draws boxes and lines on the terminal, if they fit. */
  readonly isDrawn?: boolean
  /** Returns an absolute path; undefined for standard output. */
  readonly file: ((slug: string) => string) | undefined
  /** Absolute path of the index of pages in a folder; undefined if there is to be none. */
  readonly index?: string | undefined
  /** True for a folder with all scripts of the project. */
  readonly isWhole?: boolean
  /** The folder that the files must not leave through a link; undefined for a file that a person named. */
  readonly boundary?: string | undefined
}

/**
 * @param isWhole true if the scripts are those of the project
 * @throws usage error if the pictures cannot go to this output, or for a flag that its format lacks.
 */
export function chooseTarget(
  choice: RenderChoice,
  count: number,
  terminal: Terminal,
  isWhole = false,
): RenderTarget {
  const { output } = choice
  const isStandardOutput = output === undefined || output === '-' || output === '/dev/stdout'
  const target = isStandardOutput
    ? standardOutput(choice, count, terminal)
    : fileTarget(output, { format: choice.format, count, isWhole })
  const { format, sequences } = target
  if (choice['embed-fonts'] && format !== 'svg' && sequences !== 'svg') {
    throw usageError(
      `--embed-fonts puts letters into SVG files, but the format is ${sequences ?? format}.`,
      {
        code: 'TOPO_USAGE',
        hint: 'Use --format svg, or leave out --embed-fonts.',
      },
    )
  }
  return target
}

function standardOutput(
  { format }: RenderChoice,
  count: number,
  { out, json }: Terminal,
): RenderTarget {
  if (count > 1) {
    throw usageError(`Cannot write ${count} pictures to one output.`, {
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

interface FileChoice {
  readonly format: string | undefined
  readonly count: number
  readonly isWhole: boolean
}

/** The name of a file without its extension. */
const nameOf = (file: string): string => basename(file, extname(file))

function fileTarget(output: string, choice: FileChoice): RenderTarget {
  const path = resolve(output)
  const isFolder = /[\\/]$/.test(output) || (existsSync(path) && statSync(path).isDirectory())
  if (isFolder) return folderTarget(path, choice)

  const format = choice.format ?? formatOfFile(output, fileFormats)
  if (choice.count > 1) {
    throw usageError(`Cannot write ${choice.count} pictures to one file.`, {
      hint: `Name one script, or a folder, as in "-o ${nameOf(output)}/".`,
    })
  }
  const sequences = format === 'sequence' ? sequenceFormOf(output) : undefined
  return { format, sequences, file: () => path }
}

export function folderTarget(
  folder: string,
  { format = 'svg', isWhole }: Pick<FileChoice, 'format' | 'isWhole'>,
): RenderTarget {
  return {
    format,
    isWhole,
    index: isWhole && format === 'html' ? join(folder, 'index.html') : undefined,
    boundary: folder,
    file: (slug) => join(folder, `${fileNameFor(slug)}.${extensions.get(format)}`),
  }
}

export const pngOnTerminal = (): KnownError =>
  usageError('A PNG is binary, but standard output is a terminal.', {
    hint: 'Name a file, as in "-o picture.png", or use a pipe.',
  })

const fileFormats: FileFormats<string> = {
  names: formatNames,
  extensions: {
    ...Object.fromEntries([...extensions].map(([name, extension]) => [extension, name])),
    md: 'sequence',
    gv: 'dot',
  },
  writesFolders: true,
}

/** The last picture of a script. A file that cannot be read is reported when it is written. */
export async function pictureInFile(
  target: RenderTarget,
  slug: string,
): Promise<EarlierPicture | undefined> {
  const { file, format } = target
  if (format !== 'svg' || file === undefined) return undefined
  return earlierPicture(
    target,
    await readOverwritten('replaced', file(slug)).catch(() => undefined),
  )
}
