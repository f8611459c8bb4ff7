/**
 * Escapes commands of CI systems in printed text: `::name::` at the start of a line (GitHub), and anywhere in it
 * `##[name]` (GitHub, Azure), `##vso[name]`, `##teamcity[name]`.
 */

/** Escapes one line, so that no CI system finds a command in it. */
export const escapeCiCommands = (line: string): string =>
  line.replace(/^(\s*)::(?=[\w-]+(?: .*?)?::)/, '$1: :').replace(brackets, '# #')

/** Escapes the message of a GitHub workflow command. */
export const commandData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** Escapes a property of a GitHub workflow command. */
export const commandProperty = (text: string): string =>
  commandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Serializes to JSON without CI commands and terminal control characters. */
export const jsonText = (value: unknown, indent = 2): string =>
  escapeJson(JSON.stringify(value, null, indent))

/** Escapes existing JSON. Such characters only occur inside strings, so escapes keep it valid. */
export const escapeJson = (json: string): string =>
  json
    .replace(/[\u007f-\u009f\p{Bidi_Control}\u2028\u2029]/gu, unicodeEscape)
    .replace(brackets, '#\\u0023')

/** The escape of a character in JSON and JavaScript. */
export const unicodeEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const brackets = /##(?=\w*\[)/g
