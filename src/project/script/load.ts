/** Loads a script from disk: reads its header, readme and code for validation and push. */

import { KnownError, refusedError } from '../../errors.ts'
import type { TextCache } from '../../files/cache/text-cache.ts'
import { isBelow } from '../../files/path-containment.ts'
import { type FileProblem, type Place, type Span, spanAt } from '../../files/position.ts'
import { projectPath } from '../../files/root.ts'
import { followedLink } from '../../files/script-link.ts'
import { readFileWithinSync } from '../../limits/files.ts'
import { limits, overLimit } from '../../limits/limits.ts'
import type { StyleSetting } from '../../render/index.ts'
import { START } from '../../topology/model/position.ts'
import type { RuleSettings } from '../../validator/index.ts'
import type { TextRange } from './bundle/default-export.ts'
import { readCode } from './bundle/prepare-code.ts'
import type { CodeInput, OpenTexts } from './bundle/read-imported.ts'
import { asWritten, type SentCode } from './bundle/unbundled-code.ts'
import { findMark } from './conflict-markers.ts'
import type { ScriptContent } from './content.ts'
import { fewAtATime } from './few-at-a-time.ts'
import { type Header, noHeader, scanHeader } from './header/scan-header.ts'
import {
  defaultMetadata,
  defaultSlugOf,
  fileSlugOf,
  type Metadata,
  type ProjectDefaults,
  SLUG,
} from './metadata.ts'
import { readReadme } from './readme.ts'
import { withHashes } from './script-hashes.ts'
import {
  containBug,
  decode,
  illegalFileName,
  type ProblemList,
  reportMark,
} from './script-problems.ts'

export interface LoadOptions {
  /** Absolute path of the project root. */
  root: string
  defaults?: ProjectDefaults | undefined
  /** Rule settings of the project. */
  rules?: RuleSettings | undefined
  /** The style of its pictures. */
  style?: StyleSetting | undefined
  /** Verdicts of earlier runs; undefined runs each script again. */
  verdicts?: TextCache | undefined
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
  config: Omit<LoadOptions, 'root' | 'verdicts'>
  verdicts?: TextCache | undefined
}): LoadOptions => ({
  root: project.root,
  defaults: project.config.defaults,
  rules: project.config.rules,
  style: project.config.style,
  verdicts: project.verdicts,
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

/**
 * Loads a script from its bytes; the file itself need not exist.
 * @param problems those that are known before; gets all others
 */
export async function scriptOf(
  bytes: Buffer,
  file: string,
  options: LoadOptions,
  problems: FileProblem[] = [],
): Promise<LocalScript> {
  const { root, defaults, rules, style, verdicts, open, isCode = false } = options
  if (bytes.length > limits.script.most) return tooLarge(file, { root, defaults, rules })
  const list: ProblemList = { path: projectPath(root, file), problems }
  const decoded = decode(bytes, list)
  const text = decoded.text ?? ''
  const header = isCode ? noHeader(text) : await readHeader(text, list)
  const mark = findMark(text)
  if (mark) reportMark(text, mark, list)
  else problems.push(...header.problems.map((problem) => ({ ...problem, path: list.path })))

  const { slug, metadata } = readMetadata(header, options, list)
  const readme = await readReadme(root, file, metadata.readme, [fileSlugOf(file), slug])
  reportReadme(readme, { root, text, header }, list)

  const sent = await readSentCode({ root, file, text, header: header.lines, open }, list)
  // Syntax errors caused by the markers would hide them.
  if (!mark) problems.push(...sent.problems)
  const content = contentOf(slug, metadata, sent.code, readme.text)
  const { bundled, unbundled, exportWords, locate } = sent
  return withHashes({
    path: list.path,
    file,
    root,
    slug,
    text,
    header: header.lines,
    metadata,
    content,
    problems,
    byteOrderMark: decoded.text !== undefined && decoded.byteOrderMark,
    bundled,
    unbundled,
    exportWords,
    locate,
    readmeFile: readme.file,
    rules,
    style,
    verdicts,
    open,
  })
}

function readMetadata(
  { fields }: Header,
  { defaults, givenSlug }: LoadOptions,
  { path, problems }: ProblemList,
): { slug: string; metadata: Metadata } {
  const fileSlug = givenSlug ?? defaultSlugOf(path, defaults)
  const slug = fields.slug ?? fileSlug
  if (!SLUG.test(slug)) problems.push(illegalFileName(path, fileSlug))
  return { slug, metadata: { ...defaultMetadata(fileSlug, defaults, slug), ...fields } }
}

function reportReadme(
  readme: Awaited<ReturnType<typeof readReadme>>,
  { root, text, header }: { root: string; text: string; header: Header },
  { path, problems }: ProblemList,
): void {
  if (readme.problem) {
    const span = spanAt(text, ...(header.pairs.readme ?? [0, 0]))
    problems.push({ rule: 'header', ...readme.problem, path, ...span })
  }
  if (readme.text === null) return
  const mark = findMark(readme.text)
  if (mark) reportMark(readme.text, mark, { path: projectPath(root, readme.file), problems })
}

function readSentCode(input: CodeInput, list: ProblemList): Promise<SentCode> {
  const { text, header } = input
  const written = asWritten({ path: list.path, text, header })
  return containBug('reading its code', list, written, () => readCode(input))
}

function contentOf(
  slug: string,
  metadata: Metadata,
  code: string,
  readme: string | null,
): ScriptContent {
  const { name, description, type, tags, public: isPublic, engineVersion } = metadata
  return { slug, name, description, type, code, tags, isPublic, readme, engineVersion }
}

/** Scripts that are read at a time: each may wait for its readme, its imports or a parser. */
const READ_AT_ONCE = 16

/** Loads many scripts in the given order, a few at a time. */
export function loadScripts(
  files: readonly string[],
  options: LoadOptions,
): Promise<LocalScript[]> {
  return fewAtATime(files, READ_AT_ONCE, (file) => loadScript(file, options))
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

function readHeader(text: string, list: ProblemList): Promise<Header> {
  return containBug('reading its header', list, noHeader(text), () => parsedHeader(text))
}

/** Loads the YAML parser only if there is something to parse. */
async function parsedHeader(text: string): Promise<Header> {
  const scanned = scanHeader(text)
  if (!scanned.comment && scanned.lookalikes.length === 0) return noHeader(text)
  const { parseHeader } = await import('./header/header.ts')
  return parseHeader(text, scanned)
}
