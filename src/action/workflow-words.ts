/** Rewrites the hint of an error for a step: it has inputs, and no flags, no terminal and no logins. */
import type { KnownError } from '../errors.ts'
import { type InputName, inputs } from './step/metadata.ts'

/** Hints of errors whose usual hint leads to a terminal. */
const HINTS: Readonly<Record<string, string | undefined>> = {
  TOPO_NO_SERVICE: 'Add `base-url: https://…` under `with:` of this step.',
  TOPO_UNAUTHORIZED:
    'Check the secret in the input `api-key`: it may be revoked, or belong to another service than `base-url`. Secrets are empty in pull requests from forks.',
  TOPO_FORBIDDEN:
    'Check that the key in the input `api-key` belongs to the account that may do it.',
}

/**
 * Names the input in the place of a flag or a variable; removes advice that needs another flag, or a terminal. Quoted
 * commands that work in every clone stay as they are.
 */
export function inWorkflowWords(error: KnownError): KnownError {
  const hint = hintInWorkflowWords(error.hint ?? '', error.code)
  return hint === undefined && error.hint === undefined ? error : error.withHint(hint)
}

/** Undefined if nothing is left of it. @param code of the error */
export function hintInWorkflowWords(hint: string, code: string | null): string | undefined {
  const known = code === null ? undefined : HINTS[code]
  if (known !== undefined) return known
  const sentences = hint
    .split(/(?<=[.!?]) +/)
    .map((sentence) => withoutTerminal(withInputs(sentence)))
  return sentences.filter(Boolean).join(' ') || undefined
}

/** Commands for a person at a terminal, whose logins a step does not have. */
const AT_TERMINAL = /"topo (?:login|logout|config|whoami|open|preview)\b|\bon a terminal\b/i

const quoted = /"[^"]*"|`[^`]*`/g

/** Drops each alternative that needs a flag or a terminal. */
function withoutTerminal(sentence: string): string {
  const needsFlag = (text: string) => /(^|\s)--[a-z]/.test(text.replace(quoted, ''))
  const isUnfit = (text: string) => needsFlag(text) || AT_TERMINAL.test(text)
  if (!isUnfit(sentence)) return sentence
  const [first = '', ...others] = sentence
    .replace(/\.$/, '')
    .split(/(?:, | )or |; (?=")/)
    .filter((clause) => !isUnfit(clause))
  const opening = first.charAt(0).toUpperCase() + first.slice(1)
  return first && `${[opening, ...others].join(', or ')}.`
}

/** Variables of the environment with an input. */
const VARIABLES: Readonly<Record<string, InputName>> = {
  TOPO_API_KEY: 'api-key',
  TOPO_API_KEY_FILE: 'api-key',
  TOPO_BASE_URL: 'base-url',
  TOPO_WEB_URL: 'web-url',
  TOPO_KEY_HEADER: 'key-header',
  TOPO_HEADERS: 'headers',
  TOPO_BUDGET: 'budget',
}

const NAMES = new RegExp(
  [
    quoted.source,
    String.raw`(?<=^|\s)--(?<flag>[a-z-]+)(?: (?<value>\d+|overwrite|skip|fail))?`,
    String.raw`\b(?<variable>TOPO_[A-Z_]+)\b(?!=)`,
  ].join('|'),
  'g',
)

interface NameGroups {
  readonly flag?: string
  readonly value?: string
  readonly variable?: string
}

const withInputs = (text: string): string =>
  text.replace(NAMES, (all: string, ...more) => {
    const { flag, value, variable } = more.at(-1) as NameGroups
    if (variable !== undefined && Object.hasOwn(VARIABLES, variable))
      return `the input \`${VARIABLES[variable]}\``
    if (flag === undefined || !Object.hasOwn(inputs, flag)) return all
    return value === undefined ? `the input \`${flag}\`` : `\`${flag}: ${value}\``
  })
