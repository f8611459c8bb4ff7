/** Rewrites the hint of an error for a step: it has inputs, and no flags, no terminal and no logins. */

import { issuesUrl } from '../cli/io/repository.ts'
import type { KnownError } from '../errors.ts'
import { type InputName, inputs } from './step/metadata.ts'

/** Hints of errors whose usual hint leads to a terminal. */
const HINTS: Readonly<Record<string, string | undefined>> = {
  TOPO_BASE_URL_INVALID:
    'Write an address such as `base-url: https://diagrams.example.com` under `with:` of this step.',
  TOPO_BUDGET_USED: 'Run this job again, which continues, or raise `budget`.',
  TOPO_BUG: `Please report it at ${issuesUrl}. A run with debug logging shows where it happened.`,
  TOPO_QUOTA_EXCEEDED:
    'Run this job again when the quota is free: it continues. "topo quota" shows what is left.',
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
  const sentences = ofJob(hint)
    .split(/(?<=[.!?]) +/)
    .map((sentence) => withoutTerminal(withInputs(sentence)))
  return sentences.filter(Boolean).join(' ') || undefined
}

/** A step is run again with its job. */
const ofJob = (hint: string): string =>
  hint.replace(/\b(run) the(?: same)? command again\b/gi, '$1 this job again')

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

/** Flags with a value whose input is a switch. */
const OTHER_MEANING = new Set(['drafts', 'all'])

const NAMES = new RegExp(
  [
    quoted.source,
    String.raw`(?<=^|\s)--(?<flag>[a-z-]+)(?: (?<value>\d+|overwrite|skip|fail))?`,
    String.raw`\b(?<variable>TOPO_[A-Z_]+)\b(?:=(?<setting>\S+?)(?=[.,;]?(?:\s|$)))?`,
  ].join('|'),
  'g',
)

interface NameGroups {
  readonly flag?: string
  readonly value?: string
  readonly variable?: string
  readonly setting?: string
}

const withInputs = (text: string): string =>
  text.replace(NAMES, (all: string, ...more) => {
    const { flag, value, variable, setting } = more.at(-1) as NameGroups
    if (variable !== undefined && Object.hasOwn(VARIABLES, variable)) {
      const input = VARIABLES[variable]
      return setting === undefined ? `the input \`${input}\`` : `\`${input}: ${setting}\``
    }
    if (flag === undefined || !Object.hasOwn(inputs, flag) || OTHER_MEANING.has(flag)) return all
    return value === undefined ? `the input \`${flag}\`` : `\`${flag}: ${value}\``
  })
