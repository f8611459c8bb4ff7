/** Reads `topo.config.json` and reports errors with line and column. */

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { KnownError, usageError } from '../../errors.ts'
import { decodeText } from '../../files/decode.ts'
import { escapeOfPattern, isInside } from '../../files/path-containment.ts'
import { workProblem } from '../../files/pattern-work.ts'
import { positionAt } from '../../files/position.ts'
import { CONFIG_FILE, findRepository } from '../../files/root.ts'
import { readFileWithin } from '../../limits/files.ts'
import { issueInWords } from '../../text/issue-in-words.ts'
import { nearest } from '../../text/nearest.ts'
import type { Config, ConfigIssue } from './config-schema.ts'

export type { Config } from './config-schema.ts'

/**
 * Returns the settings of the project; empty without a file.
 *
 * @throws usage error `TOPO_CONFIG_INVALID` with file, line, column and a fix.
 */
export async function readConfig(root: string): Promise<Config> {
  const file = path.join(root, CONFIG_FILE)
  const bytes = await readFileWithin('config', file).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof KnownError) throw error
    if (error.code === 'ENOENT') return undefined
    throw invalid(
      file,
      `cannot be read (${error.code})`,
      'Check that it is a file and that you may read it.',
    )
  })
  if (!bytes) return rejectOtherFormat(root)
  // An error would quote what it links to.
  if (!isInside(findRepository(root) ?? root, file)) throw linkedOutside(file)
  const decoded = decodeText(bytes)
  if (decoded.text === undefined) throw invalid(file, decoded.message, decoded.fix)
  const value = await parseJson(file, decoded.text)
  const { configSchema } = await import('./config-schema.ts')
  const result = configSchema.safeParse(value)
  if (result.success) {
    const config = result.data as Config
    await rejectPatterns(root, config, decoded.text)
    return config.slug === undefined
      ? config
      : { ...config, defaults: { ...config.defaults, slugPattern: config.slug } }
  }
  throw await describe(file, decoded.text, result.error.issues[0])
}

/**
 * A pattern that leaves the project would publish, show or rename scripts of somebody else, and one with many wildcards
 * would never end.
 */
async function rejectPatterns(root: string, config: Config, text: string): Promise<void> {
  const lists = [
    { keys: ['include'], patterns: config.include },
    { keys: ['exclude'], patterns: config.exclude },
    { keys: ['against', 'diagrams'], patterns: config.against?.diagrams },
  ]
  for (const { keys, patterns = [] } of lists) {
    for (const [index, pattern] of patterns.entries()) {
      const problem = patternProblem(pattern, root)
      if (problem === undefined) continue
      const { offsetOf } = await import('../../files/json-fault.ts')
      const offset = offsetOf(text, [...keys, index], 'value')
      const place = placeIn(path.join(root, CONFIG_FILE), text, offset)
      const shown = JSON.stringify(pattern.length > 100 ? `${pattern.slice(0, 100)}…` : pattern)
      const name = [...keys, index].join('.')
      throw invalid(place, `\`${name}\`: ${shown} ${problem.why}`, problem.fix)
    }
  }
}

/** The error of a value that only the files of the project prove wrong, at its place. */
export async function invalidSetting(
  root: string,
  keys: readonly (string | number)[],
  why: string,
  hint: string,
): Promise<KnownError> {
  const file = path.join(root, CONFIG_FILE)
  const text = decodeText(await readFileWithin('config', file)).text ?? ''
  const { offsetOf } = await import('../../files/json-fault.ts')
  const place = placeIn(file, text, offsetOf(text, [...keys], 'value'))
  return invalid(place, `\`${keys.join('.')}\`: ${why}`, hint)
}

function patternProblem(pattern: string, root: string): { why: string; fix: string } | undefined {
  const wayOut = escapeOfPattern(pattern, root)
  if (wayOut !== undefined) {
    return { why: `${wayOut}, so it may leave the project`, fix: BELOW_ROOT }
  }
  const why = workProblem(pattern)
  return why === undefined ? undefined : { why, fix: FEWER_WILDCARDS }
}

const linkedOutside = (file: string): KnownError =>
  invalid(file, 'a symbolic link that leads out of the repository', 'Replace it with a copy.')

const OTHER_FORMATS = /^topo\.config\.(ya?ml|toml|jsonc|json5|[cm]?[jt]s)$/

/** Nobody would notice that the settings of such a file have no effect. */
async function rejectOtherFormat(root: string): Promise<Config> {
  const [file] = await otherFormatsIn(root)
  if (file === undefined) return {}
  throw invalid(
    file,
    `topo reads only ${CONFIG_FILE}`,
    `Write its settings into ${CONFIG_FILE}, as JSON.`,
  )
}

/** Files of settings in another format, which have no effect: beside those of the project, or in a folder below its root. */
export async function uselessSettings(root: string, cwd: string): Promise<string[]> {
  const folders = [...new Set([root, path.resolve(cwd)])]
  return (await Promise.all(folders.map(otherFormatsIn))).flat()
}

async function otherFormatsIn(folder: string): Promise<string[]> {
  const names: string[] = await readdir(folder).catch(() => [])
  return names.filter((name) => OTHER_FORMATS.test(name)).map((name) => path.join(folder, name))
}

/** Says of each such file that it has no effect. */
export async function settingsWarnings(root: string, cwd: string): Promise<string[]> {
  const files = await uselessSettings(root, cwd)
  return files.map(
    (file) => `${file} has no effect: topo reads only ${CONFIG_FILE}. ${MOVE_SETTINGS}`,
  )
}

/** The next step for such a file. */
export const MOVE_SETTINGS = `Move its settings into ${CONFIG_FILE} as JSON, or remove it.`

async function parseJson(file: string, text: string): Promise<unknown> {
  try {
    return JSON.parse(text)
  } catch {
    const { jsonFault } = await import('../../files/json-fault.ts')
    const { offset, what } = jsonFault(text)
    const hint = text.trim() === '' ? 'Write {} for a file without settings.' : JSON_RULES
    throw invalid(placeIn(file, text, offset), `not valid JSON: ${what}`, hint)
  }
}

async function describe(
  file: string,
  text: string,
  issue: ConfigIssue | undefined,
): Promise<KnownError> {
  const keyPath = (issue?.path ?? []) as (string | number)[]
  const keys = keyPath.map(String)
  const { offsetOf } = await import('../../files/json-fault.ts')
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? ''
    const at = placeIn(file, text, offsetOf(text, [...keyPath, key], 'key'))
    if (keys[0] === 'rules') return invalid(at, ...(await unknownRule(key)))
    if (/^(api-?)?(key|token)$/i.test(key))
      return invalid(at, `\`${key}\` is not a setting`, KEY_HINT)
    const known = KEYS_OF[keys[0] ?? ''] ?? Object.keys(EXAMPLES)
    const guess = nearest(key, known)
    const hint = guess ? `Did you mean \`${guess}\`?` : `The settings are ${known.join(', ')}.`
    return invalid(at, `\`${[...keys, key].join('.')}\` is not a setting`, hint)
  }
  const name = keys.join('.') || 'the whole file'
  const hint = EXAMPLES[keys[0] ?? ''] ?? 'Write an object, like { "baseUrl": "https://…" }.'
  const at = placeIn(file, text, offsetOf(text, keyPath, 'value'))
  return invalid(at, `\`${name}\`: ${issueInWords(issue)}`, hint)
}

function placeIn(file: string, text: string, offset: number): string {
  const { line, column } = positionAt(text, offset)
  return `${file}:${line}:${column}`
}

async function unknownRule(id: string): Promise<[what: string, hint: string]> {
  const { adviceIds, serverRuleIds } = await import('./config-schema.ts')
  if (serverRuleIds.includes(id)) {
    const what = `\`rules.${id}\`: rules of the service cannot be changed`
    return [what, 'Remove it. Only advice rules, which the service does not check, can be changed.']
  }
  const guess = nearest(id, adviceIds)
  return [
    `\`rules.${id}\`: unknown rule`,
    guess ? `Did you mean \`${guess}\`?` : `The rules are ${adviceIds.join(', ')}.`,
  ]
}

function invalid(where: string, what: string, hint: string): KnownError {
  const sentence = /[.]$/.test(what) ? what : `${what}.`
  return usageError(`${where}: ${sentence}`, { code: 'TOPO_CONFIG_INVALID', hint })
}

const JSON_RULES = 'JSON allows no comments and no trailing commas. Strings need double quotes.'
const FEWER_WILDCARDS = 'Write several simple patterns instead.'
const BELOW_ROOT = `Patterns start at the folder of ${CONFIG_FILE} and stay below it. Name other files as arguments, as in "topo validate ../x".`
const KEY_HINT =
  'Remove the key: others can read this file. "topo login" stores it on this machine; in CI, set TOPO_API_KEY.'
const KEYS_OF: Record<string, string[]> = {
  against: ['map', 'ignore', 'diagrams'],
  defaults: ['description', 'tags', 'public', 'type', 'engineVersion'],
  style: ['accent', 'background', 'box', 'line', 'text', 'font', 'dark'],
}
/** For each setting. */
const EXAMPLES: Record<string, string> = {
  $schema: 'Write the URL of the schema as a string.',
  baseUrl: 'Write it like "https://api.example.com".',
  webUrl: 'Write it like "https://example.com".',
  include: 'Write a list of patterns, like ["diagrams/**/*.topology.ts"].',
  exclude: 'Write a list of patterns, like ["drafts/**"].',
  defaults: 'Write an object, like { "public": false, "tags": ["platform"] }.',
  slug: 'Write it like "{path}-{name}": small letters, digits, hyphens, {path}, {folder} and {name}.',
  against:
    'Write it like { "map": { "orders-db": "postgres" }, "ignore": { "adminer": "only on laptops" }, "diagrams": ["overview"] }.',
  style:
    'Write "plain", "print", or colours and a font, like { "accent": "#7c3aed", "font": "Georgia" }.',
  rules: 'Write an object that maps a rule to "off", "hint", "warning" or "error".',
}
