/** Finds slugs of a project's scripts fast: reads only the header of each file. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { usageError } from '../../errors.ts'
import { decodeStart, decodeText } from '../../files/decode.ts'
import { CONFIG_FILE, findRoot, projectPath } from '../../files/root.ts'
import { readFileWithin } from '../../limits/files.ts'
import { nearest } from '../../text/nearest.ts'
import { ignoreRulesOf } from '../config/ignore-rules.ts'
import type { Project } from '../config/project.ts'
import { isSameSlug, listOf } from '../script/duplicate-slugs.ts'
import { findHeaderComment } from '../script/header/header-comment.ts'
import { readPreamble } from '../script/header/preamble.ts'
import { defaultSlugOf, type ProjectDefaults, SLUG } from '../script/metadata.ts'
import { includedFiles } from './candidate-files.ts'
import { findScripts } from './find-scripts.ts'

export interface LocalSlug {
  slug: string
  /** Relative to the project root. */
  path: string
}

/**
 * Absolute path of the file with a slug.
 * @throws usage error if several files have it.
 */
export async function fileOfSlug(project: Project, slug: string): Promise<string | undefined> {
  const [file, ...others] = await filesOfSlug(project, slug)
  if (others.length === 0) return file
  const paths = [file, ...others].map((one = '') => projectPath(project.root, one))
  throw usageError(`${paths.length} files have the slug "${slug}": ${listOf(paths)}.`, {
    hint: 'Name the file that you mean, or give each file a different slug.',
    details: { slug, paths },
  })
}

/** Absolute paths of the project's files with a slug, in their order. */
const filesOfSlug = async (project: Project, slug: string): Promise<string[]> =>
  filesWith(slug, await slugOfEachFile(project))

/** Reads the slug of every script: the most expensive question about a large project. */
export async function slugOfEachFile(project: Project): Promise<Map<string, string>> {
  const { default: pLimit } = await import('p-limit')
  const limit = pLimit(16)
  const files = await includedFiles(project)
  const entryOf = async (file: string) => [file, await slugOfFile(project, file)] as const
  return new Map(await Promise.all(files.map((file) => limit(() => entryOf(file)))))
}

export const filesWith = (slug: string, slugs: ReadonlyMap<string, string>): string[] =>
  [...slugs].flatMap(([file, one]) => (isSameSlug(one, slug) ? file : []))

/** Empty for a file that cannot be read. */
const slugOfFile = ({ root, config }: Project, file: string): Promise<string> =>
  slugOf(root, file, config.defaults).catch(() => '')

/** Finds the project's script with the most similar slug. */
export async function findSimilarSlug(
  project: Project,
  slug: string,
): Promise<LocalSlug | undefined> {
  const { root, config } = project
  const local = await slugsOf(root, await includedFiles(project), config.defaults)
  const slugs = local.map((one) => one.slug)
  return local[slugs.indexOf(nearest(slug, slugs) ?? '')]
}

/** Slugs for shell completion, which must be fast: valid ones only, by path, at most 500. */
export async function localSlugs(cwd: string): Promise<LocalSlug[]> {
  const root = findRoot(cwd)
  const { slugPattern, ...patterns } = await patternsOf(root)
  const files = await findScripts({ root, cwd, ignored: ignoreRulesOf(root), ...patterns })
  return slugsOf(root, files, { slugPattern })
}

async function slugsOf(
  root: string,
  files: readonly string[],
  defaults: ProjectDefaults | undefined,
): Promise<LocalSlug[]> {
  const found = await Promise.all(
    files.slice(0, MOST_FILES).map(async (file) => ({
      slug: await slugOf(root, file, defaults),
      path: projectPath(root, file),
    })),
  )
  return found.filter(({ slug }) => SLUG.test(slug))
}

/** Limit of suggestions. */
const MOST_FILES = 500
/** Bytes read per file at first: most headers are shorter, even behind a license. */
const HEADER_BYTES = 2048

/** Skips the config schema, which takes longer to load than everything else. Other commands report config errors. */
async function patternsOf(
  root: string,
): Promise<{ include?: string[]; exclude?: string[]; slugPattern?: string }> {
  const bytes = await readFileWithin('config', join(root, CONFIG_FILE)).catch(() =>
    Buffer.from('{}'),
  )
  const { include, exclude, slug } = JSON.parse(decodeText(bytes).text ?? '{}') as Record<
    string,
    unknown
  >
  const texts = (value: unknown) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string')
  return {
    ...(texts(include) ? { include: include as string[] } : {}),
    ...(texts(exclude) ? { exclude: exclude as string[] } : {}),
    ...(typeof slug === 'string' ? { slugPattern: slug } : {}),
  }
}

const slugOf = async (
  root: string,
  file: string,
  defaults: ProjectDefaults | undefined,
): Promise<string> => (await slugInHeader(file)) ?? defaultSlugOf(projectPath(root, file), defaults)

async function slugInHeader(file: string): Promise<string | undefined> {
  const start = await startOf(file)
  const isEnough = start.isWhole || hasWholeHeader(start.text)
  const text = isEnough ? start.text : decodeStart(await readFileWithin('script', file))
  const header = findHeaderComment(text)
  const match =
    header && /^slug:[ \t]*["']?([^\s"'#]+)/m.exec(text.slice(header.yamlStart, header.yamlEnd))
  return match?.[1]
}

async function startOf(file: string): Promise<{ text: string; isWhole: boolean }> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    const text = decodeStart(buffer.subarray(0, bytesRead))
    return { text, isWhole: bytesRead < HEADER_BYTES }
  } finally {
    await handle.close()
  }
}

/** True if the start of a file has its header, or code behind all places where one may stand. */
function hasWholeHeader(start: string): boolean {
  const header = findHeaderComment(start)
  if (header !== undefined) return header.fault === undefined
  // Nothing follows a comment or an import that does not end here.
  return readPreamble(start).rest.next() !== undefined
}
