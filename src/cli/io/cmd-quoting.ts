/** Quotes words for batch files (`npm.cmd`), which only `cmd.exe` runs. */

/** Characters with a meaning for `cmd.exe`, outside of its quotes. */
const META = /[()[\]%!^"`<>&|;, *?]/g

const escapeMeta = (text: string): string => text.replace(META, '^$&')

/**
 * Command line of a batch file for `cmd.exe /d /s /c`, which is given to Windows as it is.
 *
 * A word is first quoted as programs read it. Then each special character, also a quote, has a `^`, so that `cmd.exe` never
 * counts quotes. It reads words twice: here, and where the file passes them on as `%*`.
 */
export function batchCommandLine(file: string, words: readonly string[]): string {
  const quoted = words.map((word) => escapeMeta(escapeMeta(quoteWord(word))))
  return `"${[`"${file}"`, ...quoted].join(' ')}"`
}

/** Backslashes count double before a quote, and only there. */
const quoteWord = (word: string): string =>
  `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`
