/** Links that open a line of a script in an editor. */
import { usageError } from '../errors.ts'

/** `{file}` is the absolute path with `/`, without the first one where the address has one before it. */
const editors: Readonly<Record<string, string>> = {
  vscode: 'vscode://file/{file}:{line}:{column}',
  'vscode-insiders': 'vscode-insiders://file/{file}:{line}:{column}',
  vscodium: 'vscodium://file/{file}:{line}:{column}',
  cursor: 'cursor://file/{file}:{line}:{column}',
  windsurf: 'windsurf://file/{file}:{line}:{column}',
  zed: 'zed://file/{file}:{line}:{column}',
  idea: 'idea://open?file={file}&line={line}&column={column}',
}

/** Schemes that run code or read files in the page instead of opening a program. */
const unsafe = /^(javascript|data|vbscript|blob|file|view-source):/i

/**
 * Resolves the name of an editor to the address of a line; `none` is null.
 *
 * @throws usage error for an unknown name
 */
export function editorAddress(given: string): string | null {
  if (given === 'none') return null
  const known = Object.hasOwn(editors, given) ? editors[given] : undefined
  if (known !== undefined) return known
  if (/^[a-z][a-z\d+.-]*:/i.test(given) && !unsafe.test(given) && given.includes('{file}'))
    return given
  throw usageError(`Unknown editor "${given}".`, {
    hint: `Use ${Object.keys(editors).join(', ')}, none, or an address with {file}, {line} and {column}, such as ${editors.vscode}.`,
  })
}
