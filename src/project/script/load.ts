/** Loads a script from disk: reads its header, readme and code for validation and push. */

import path from 'node:path'
import { KnownError, refusedError } from '../../errors.ts'
import { readFileWithinSync } from '../../limits/files.ts'
import { limits, overLimit } from '../../limits/limits.ts'
import type { StyleSetting } from '../../render/index.ts'
import { START } from '../../topology/position.ts'
import { internalProblem } from '../../topology/problem.ts'
import type { RuleSettings } from '../../validator/index.ts'
import { type Decoded, decodeText } from '../files/decode.ts'
import { isBelow } from '../files/path-containment.ts'
import { type FileProblem, type Place, type Span, spanAt } from '../files/position.ts'
import { projectPath } from '../files/root.ts'
import { followedLink } from '../files/script-link.ts'
import { once } from '../once.ts'
import { findMark } from './conflict-markers.ts'
import { contentHash, type ScriptContent } from './content.ts'
import type { TextRange } from './default-export.ts'
import {
  defaultMetadata,
  defaultSlugOf,
  fileSlugOf,
  type Metadata,
  type ProjectDefaults,
  SLUG,
  slugify,
} from './metadata.ts'
import { asWritten, readCode } from './prepare-code.ts'
import type { OpenTexts } from './read-imported.ts'
import { readReadme } from './readme.ts'
import { type Header, noHeader, scanHeader } from './scan-header.ts'

export interface LoadOptions {
  /** Absolute path of the project root. */
  root: string
  defaults?: ProjectDefaults | undefined
  /** Rule settings of the project. */
  rules?: RuleSettings | undefined
  /** The style of its pictures. */
  style?: StyleSetting | undefined
  /** Texts that replace those of imported files on disk. */
  open?: OpenTexts | undefined
  /** The text is code of the service: it has no header, whatever its comments say. */
  isCode?: boolean | undefined
  /** Slug of a script without one in its header, instead of that of its file name. */
  givenSlug?: string | undefined
}

export interface LocalScript extends Omit<LoadOptions, 'defaults' | 'isCode' | 'givenSlug'> {
  /** Relative to the project root, with `/` on all platforms. */
  path: string
  /** Absolute. */
  file: string
  /** The target, if the file is a symbolic link in the project. */
  linkedFile?: string
  slug: string
  /** Text on disk without byte order mark. */
  text: string
  byteOrderMark: boolean
  /** Range of the header in the text, which is not sent; empty without one. */
  header: TextRange
  metadata: Metadata
  /** Exactly what is sent; must not be sent if there are problems. */
  content: ScriptContent
  hash: string
  /** Hash with the code on disk: for a bundled script, the remote code may be either. */
  hashAsWritten: string
  /** `content.code` is a bundle, because the code on disk has imports or types. */
  bundled: boolean
  /** Code on disk, with `return` for `export default`: what is sent, unless it is bundled. */
  unbundled: string
  /** The words `export default` as in the file, if it ends with that statement. */
  exportWords: string | undefined
  /** Absolute path of the readme, even if it does not exist. */
  readmeFile: string
  problems: FileProblem[]
  /** Maps a span of `content.code` to its source on disk, which may be an imported file. */
  locate: (span: Span) => Place
}

/** @param project its root and its settings */
export const loadOptionsOf = (project: {
  root: string
  config: Omit<LoadOptions, 'root'>
}): LoadOptions => ({
  root: project.root,
  defaults: project.config.defaults,
  rules: project.config.rules,
  style: project.config.style,
})

/**
 * Reads one script. Errors inside the file are returned as `problems`.
 *
 * @throws KnownError `TOPO_READ_FAILED` if the file cannot be read at all.
 */
export async function loadScript(file: string, options: LoadOptions): Promise<LocalScript> {
  const { root } = options
  // A script outside of the project was named explicitly; a link that points outside was not.
  const link = isBelow(root, file) ? followedLink(root, file) : undefined
  if (link && 'why' in link) {
    const message = `The file is a symbolic link that ${link.why}.`
    const fix = 'Replace the link with a copy, or name the target file.'
    return unread(file, options, { rule: 'import', message, fix })
  }
  const bytes = readBytes(root, file)
  const script = await (bytes ? scriptOf(bytes, file, options) : tooLarge(file, options))
  if (link) script.linkedFile = link.target
  return script
}

/** A problem, not an error: one large script must not stop the run. */
const tooLarge = (file: string, options: LoadOptions): Promise<LocalScript> =>
  unread(file, options, { rule: 'syntax', ...overLimit('script', projectPath(options.root, file)) })

function unread(
  file: string,
  options: LoadOptions,
  problem: Pick<FileProblem, 'rule' | 'message' | 'fix'>,
): Promise<LocalScript> {
  const path = projectPath(options.root, file)
  return scriptOf(Buffer.alloc(0), file, options, [{ ...problem, path, ...START }])
}

/** Loads a script from its bytes; the file itself need not exist. */
export async function scriptOf(
  bytes: Buffer,
  file: string,
  { root, defaults, rules, style, open, isCode = false, givenSlug }: LoadOptions,
  problems: FileProblem[] = [],
): Promise<LocalScript> {
  if (bytes.length > limits.script.most) return tooLarge(file, { root, defaults, rules })
  const where = projectPath(root, file)
  const decoded = decode(bytes, where, problems)
  const text = decoded.text ?? ''
  const header = await containBug(
    'reading its header',
    problems,
    where,
    noHeader(text),
    async () => (isCode ? noHeader(text) : readHeader(text)),
  )
  const mark = findMark(text)
  if (mark) problems.push({ ...UNRESOLVED, path: where, ...spanAt(text, ...mark) })
  else problems.push(...header.problems.map((problem) => ({ ...problem, path: where })))

  const fileSlug = givenSlug ?? defaultSlugOf(where, defaults)
  const slug = header.fields.slug ?? fileSlug
  if (!SLUG.test(slug)) problems.push(illegalFileName(where, fileSlug))
  const metadata = { ...defaultMetadata(fileSlug, defaults, slug), ...header.fields }
  const readme = await readReadme(root, file, metadata.readme, [fileSlugOf(file), slug])
  if (readme.problem) {
    const at = spanAt(text, ...(header.pairs.readme ?? [0, 0]))
    problems.push({ rule: 'header', ...readme.problem, path: where, ...at })
  }
  const readmeMark = readme.text === null ? undefined : findMark(readme.text)
  if (readmeMark) {
    const path = projectPath(root, readme.file)
    problems.push({ ...UNRESOLVED, path, ...spanAt(readme.text ?? '', ...readmeMark) })
  }
  const code = { root, file, text, header: header.lines, open }
  const sent = await containBug('reading its code', problems, where, asWritten(code), () =>
    readCode(code),
  )
  // Syntax errors caused by the markers would hide them.
  if (!mark) problems.push(...sent.problems)
  const { name, description, type, tags, public: isPublic, engineVersion } = metadata
  const content: ScriptContent = {
    slug,
    name,
    description,
    type,
    code: sent.code,
    tags,
    isPublic,
    readme: readme.text,
    engineVersion,
  }
  // Node takes milliseconds to load its cryptography, which `validate` does not need.
  const hash = once(() => contentHash(content))
  const hashAsWritten = once(() =>
    sent.bundled ? contentHash({ ...content, code: sent.unbundled }) : hash(),
  )
  const { bundled, unbundled, exportWords, locate } = sent
  return {
    path: where,
    file,
    root,
    slug,
    text,
    header: header.lines,
    metadata,
    content,
    problems,
    byteOrderMark: decoded.text !== undefined && decoded.byteOrderMark,
    get hash() {
      return hash()
    },
    get hashAsWritten() {
      return hashAsWritten()
    },
    bundled,
    unbundled,
    exportWords,
    locate,
    readmeFile: readme.file,
    rules,
    style,
    open,
  }
}

/** Loads many scripts in the given order, a few at a time. */
export function loadScripts(
  files: readonly string[],
  options: LoadOptions,
): Promise<LocalScript[]> {
  return loadEachScript(files, options, async (script) => script)
}

/** Loads many scripts, and calls `act` for each as soon as it is loaded. */
export async function loadEachScript<Done>(
  files: readonly string[],
  options: LoadOptions,
  act: (script: LocalScript) => Promise<Done>,
): Promise<Done[]> {
  const { default: pLimit } = await import('p-limit')
  const limit = pLimit(16)
  return Promise.all(files.map(async (file) => act(await limit(() => loadScript(file, options)))))
}

/**
 * Synchronous, because a script has a few kilobytes and promises would be slower.
 * @returns undefined if the file is too large
 */
function readBytes(root: string, file: string): Buffer | undefined {
  try {
    return readFileWithinSync('script', file)
  } catch (cause) {
    if (cause instanceof KnownError) return undefined
    const { code } = cause as NodeJS.ErrnoException
    throw refusedError(`Cannot read ${projectPath(root, file)} (${code}).`, {
      code: 'TOPO_READ_FAILED',
      hint: 'Check that the file exists and that you have permission to read it.',
      cause,
    })
  }
}

function decode(bytes: Buffer, where: string, problems: FileProblem[]): Decoded {
  const decoded = decodeText(bytes)
  if (decoded.text === undefined) {
    const { message, fix, before } = decoded
    const end = spanAt(before, before.length, before.length)
    problems.push({ rule: 'syntax', message, fix, path: where, ...end })
  }
  return decoded
}

/** Turns a bug into a problem of this script, so that other scripts are still checked. */
async function containBug<T>(
  doing: string,
  problems: FileProblem[],
  path: string,
  fallback: T,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof KnownError) throw error
    problems.push({ ...internalProblem(doing, error), path })
    return fallback
  }
}

/** Loads the YAML parser only if there is something to parse. */
async function readHeader(text: string): Promise<Header> {
  const found = scanHeader(text)
  if (!found.comment && found.lookalikes.length === 0) return noHeader(text)
  const { parseHeader } = await import('./header.ts')
  return parseHeader(text, found)
}

function illegalFileName(where: string, fileSlug: string): FileProblem {
  const guess = slugify(fileSlug) || 'my-diagram'
  return {
    rule: 'header',
    message: `The file name gives the slug \`${fileSlug}\`, but a slug may only contain lower-case letters, digits and hyphens.`,
    fix: `Rename the file to ${guess}.topology${path.extname(where)}, or write \`slug: ${guess}\` in its header.`,
    path: where,
    ...START,
  }
}

const UNRESOLVED = {
  rule: 'syntax',
  message: 'The file contains an unresolved conflict.',
  fix: 'Keep the right lines of both sides. Delete the lines that start with <<<<<<<, |||||||, ======= and >>>>>>>.',
} as const
