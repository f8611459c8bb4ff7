/** ComposeVariables of a compose file, as Compose replaces them: `$NAME`, `${NAME}`, `${NAME:-default}` and the like, and the file `.env` that sets them. */

export type ComposeVariables = ReadonlyMap<string, string>

export const noVariables: ComposeVariables = new Map()

/** Inside a text that is being replaced: a dollar sign that starts no variable. */
const DOLLAR = '\0'
/** Defaults may contain variables: `${A:-${B:-x}}`. */
const MOST_NESTED = 10
const BRACED = /\$\{(\w+)(?:(:?[-?+])([^{}]*))?\}/g

/**
 * @param valueOfUnset replaces a variable that is not set and has no default
 */
export function replaceVariables(
  text: string,
  variables: ComposeVariables,
  valueOfUnset: (name: string) => string,
): string {
  const replace = (_match: string, name: string, operator = '', other = ''): string => {
    const value = variables.get(name)
    // With a colon, an empty value counts as none.
    const isSet = operator.startsWith(':') ? Boolean(value) : value !== undefined
    if (operator.endsWith('+')) return isSet ? other : ''
    if (isSet) return (value ?? '').replaceAll('$', DOLLAR)
    return operator.endsWith('-') ? other : valueOfUnset(name)
  }
  let replaced = text.replaceAll('$$', DOLLAR)
  // From the inside out.
  for (let depth = 0; depth < MOST_NESTED && replaced.includes('${'); depth++) {
    replaced = replaced.replace(BRACED, replace)
  }
  return replaced
    .replace(/\$(\w+)/g, (match, name: string) => replace(match, name))
    .replaceAll(DOLLAR, '$')
}

const NAME = /[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*[=:][ \t]*/.source
/** A value in quotes may have several lines. */
const SINGLE = /'((?:[^'\\]|\\[\s\S])*)'/.source
const DOUBLE = /"((?:[^"\\]|\\[\s\S])*)"/.source
const PLAIN = /([^'"\n][^\n]*)?/.source
const ASSIGNMENT = new RegExp(`^${NAME}(?:${SINGLE}|${DOUBLE}|${PLAIN})`, 'gm')

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/**
 * Reads a file of variables. Values without quotes and in double quotes may use variables that were set before.
 * @param text what reading the file returned: only a text has variables
 * @param outer variables that are set outside of the file, and win
 */
export function readEnvFile(
  text: unknown,
  outer: ComposeVariables = noVariables,
): ComposeVariables {
  const variables = new Map(outer)
  if (typeof text !== 'string') return variables
  const lines = text.replaceAll('\r\n', '\n')
  for (const [, name = '', single, double, plain = ''] of lines.matchAll(ASSIGNMENT)) {
    if (outer.has(name)) continue
    variables.set(name, envValueOf({ single, double, plain }, variables))
  }
  return variables
}

interface WrittenValue {
  readonly single: string | undefined
  readonly double: string | undefined
  readonly plain: string
}

function envValueOf({ single, double, plain }: WrittenValue, variables: ComposeVariables): string {
  if (single !== undefined) return single.replaceAll("\\'", "'")
  const unset = () => ''
  if (double === undefined) {
    const withoutComment = plain.replace(/(?:^|\s)#.*$/, '')
    return replaceVariables(withoutComment.trim(), variables, unset)
  }
  const unescaped = double.replace(/\\([\s\S])/g, (_match, character: string) => {
    if (character === '$') return '$$'
    return ESCAPES[character] ?? character
  })
  return replaceVariables(unescaped, variables, unset)
}
