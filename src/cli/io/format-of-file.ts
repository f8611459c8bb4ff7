/** Chooses the format of a file to write, by its extension. */
import { extname } from 'node:path'
import { usageError } from '../../errors.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

export interface FileFormats<Format extends string> {
  /** Each is also an extension. */
  readonly names: readonly Format[]
  /** Further extensions. */
  readonly extensions: Readonly<Record<string, Format>>
  /** True if `-o` may name a folder, too. */
  readonly writesFolders: boolean
}

export const extensionOf = (file: string): string => extname(file).slice(1).toLowerCase()

/** @throws usage error if the extension says no format. */
export function formatOfFile<Format extends string>(
  file: string,
  { names, extensions, writesFolders }: FileFormats<Format>,
): Format {
  const extension = extensionOf(file)
  const byName = names.find((name) => name === extension)
  if (byName !== undefined) return byName
  if (Object.hasOwn(extensions, extension)) return extensions[extension] as Format

  const shown = forTerminal(file)
  const formats = `--format, one of ${names.join(', ')}`
  if (extension !== '') {
    throw usageError(`Cannot choose a format from the extension of ${shown}.`, {
      hint: `Add ${formats}.`,
    })
  }
  if (writesFolders) {
    throw usageError(`${shown} is no folder, and has no extension that says the format.`, {
      hint: `For a folder, end it with a slash: -o ${shown}/. For a file, add ${formats}.`,
    })
  }
  const stem = shown.replace(/[\\/]+$/, '')
  throw usageError(`-o takes one file, but ${shown} has no extension that says its format.`, {
    hint: `Write a name such as -o ${stem}.svg, or add ${formats}.`,
  })
}
