/** The slugs of a project's scripts, quickly: without reading more than the header of a file. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileWithin } from '../../limits/files.ts'
import { nearest } from '../../text/nearest.ts'
import { Ignored } from '../config/ignored.ts'
import type { Project } from '../config/project.ts'
import { CONFIG_FILE, findRoot, projectPath } from '../files/root.ts'
import { findHeaderComment } from '../script/header-comment.ts'
import { fileSlugOf, SLUG } from '../script/metadata.ts'
import { findScripts } from './find.ts'
import { includedFiles } from './known-files.ts'

export interface LocalSlug {
  slug: string
  /** In the project. */
  path: string
}

/** The file that has a slug, absolute; the first in order of paths, if there are several. */
export async function fileOfSlug(project: Project, slug: string): Promise<string | undefined> {
  const files = await includedFiles(project)
  // What bears the slug as its name first, for most files need not be read then.
  for (const likely of [true, false]) {
    for (const file of files.filter((one) => (fileSlugOf(one) === slug) === likely)) {
      if ((await slugOf(file).catch(() => undefined)) === slug) return file
    }
  }
  return undefined
}

/** The script of the project whose slug is nearly this one. */
export async function nearSlug(project: Project, slug: string): Promise<LocalSlug | undefined> {
  const local = await slugsOf(project.root, await includedFiles(project))
  const near = nearest(
    slug,
    local.map((one) => one.slug),
  )
  return local.find((one) => one.slug === near)
}

/** For completion, where nobody waits. Legal ones only, in order of their paths; of a project of thousands the first ones. */
export async function localSlugs(cwd: string): Promise<LocalSlug[]> {
  const root = findRoot(cwd)
  return slugsOf(
    root,
    await findScripts({ root, cwd, ignored: new Ignored(root), ...(await patterns(root)) }),
  )
}

async function slugsOf(root: string, files: readonly string[]): Promise<LocalSlug[]> {
  const found = await Promise.all(
    files.slice(0, MOST).map(async (file) => ({ slug: await slugOf(file), path: projectPath(root, file) })),
  )
  return found.filter(({ slug }) => SLUG.test(slug))
}

/** More than anybody reads. */
const MOST = 500
/** Headers are shorter; what comes later is not looked at. */
const HEAD = 2048

/** Without its schema, which takes longer to load than all else together; what is wrong is said elsewhere. */
async function patterns(root: string): Promise<{ include?: string[]; exclude?: string[] }> {
  const bytes = await readFileWithin('config', join(root, CONFIG_FILE)).catch(() => '{}')
  const { include, exclude } = JSON.parse(bytes.toString()) as Record<string, unknown>
  const texts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string')
  return {
    ...(texts(include) ? { include: include as string[] } : {}),
    ...(texts(exclude) ? { exclude: exclude as string[] } : {}),
  }
}

async function slugOf(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    const text = buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '')
    const header = findHeaderComment(text)
    const said = header && /^slug:[ \t]*["']?([^\s"'#]+)/m.exec(text.slice(header.yamlStart, header.yamlEnd))
    return said?.[1] ?? fileSlugOf(file)
  } finally {
    await handle.close()
  }
}
