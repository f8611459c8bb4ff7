/**
 * Whatever is printed in a CI job may be an order to the program that runs it, whoever wrote it: `::name::` at the
 * beginning of a line on GitHub, and anywhere in it `##[name]` on GitHub and Azure, `##vso[name]`, `##teamcity[name]`.
 */

/** One line, in which nothing is an order. */
export const inert = (line: string): string =>
  line.replace(/^(\s*)::(?=[\w-]+(?: .*?)?::)/, '$1: :').replace(brackets, '# #')

/** What a workflow command of GitHub carries: nothing in it ends the command. */
export const commandData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** The same for one of its properties. */
export const commandProperty = (text: string): string =>
  commandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** A JSON document in which nothing is an order or obeyed by a terminal. */
export const jsonText = (value: unknown, indent = 2): string => inertJson(JSON.stringify(value, null, indent))

/** The same for JSON that somebody else has written: such characters can only stand in a text, where they are escaped. */
export const inertJson = (json: string): string =>
  json.replace(/[\u007f-\u009f\p{Bidi_Control}\u2028\u2029]/gu, unicodeEscape).replace(brackets, '#\\u0023')

/** A character as its escape in JSON and JavaScript. */
export const unicodeEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const brackets = /##(?=\w*\[)/g
