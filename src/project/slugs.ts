/** The slugs of a project's scripts, quickly: for completion, where nobody waits for a whole header to be read. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileWithin } from '../limits/files.ts'
import { findScripts } from './find.ts'
import { findHeaderComment } from './header-comment.ts'
import { Ignored } from './ignored.ts'
import { fileSlugOf, SLUG } from './metadata.ts'
import { CONFIG_FILE, findRoot, projectPath } from './root.ts'

export interface LocalSlug {
  slug: string
  /** In the project. */
  path: string
}

/** Legal ones only, in order of their paths; of a project of thousands the first ones. */
export async function localSlugs(cwd: string): Promise<LocalSlug[]> {
  const root = findRoot(cwd)
  const files = (
    await findScripts({ root, cwd, ignored: new Ignored(root), ...(await patterns(root)) })
  ).slice(0, MOST)
  const found = await Promise.all(
    files.map(async (file) => ({ slug: await slugOf(file), path: projectPath(root, file) })),
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
