/** Creates scripts from the templates that come with topo. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { usageError } from '../../../errors.ts'
import { writeAtomic } from '../../../files/atomic.ts'
import { projectPath } from '../../../files/root.ts'
import { withoutDeviceName } from '../../../project/script/file-name.ts'
import { parseHeader } from '../../../project/script/header/header.ts'
import { writeHeader } from '../../../project/script/header/header-text.ts'
import { defaultMetadata, SLUG, slugify } from '../../../project/script/metadata.ts'

/** The names of the files under `templates/starters`. The first, the default, uses only calls of the service's document. */
export const starters = ['hello', 'web-service', 'event-pipeline', 'three-regions'] as const

const extensions: Partial<Record<string, string>> = { 'three-regions': 'ts' }

export interface NewScript {
  name: string
  /** Default: made from the name. */
  slug?: string | undefined
  starter: string
  /** Relative to `cwd`. */
  dir: string
  force: boolean
  root: string
  cwd: string
  /** Folder where topo is installed. */
  packageRoot: string
}

/** Writes `<slug>.topology.js` with the name in its header. */
export async function newScript(
  options: NewScript,
): Promise<{ path: string; slug: string; starter: string }> {
  const { name, starter, dir, force, root, cwd, packageRoot } = options
  const slug = options.slug ?? slugify(name)
  if (options.slug !== undefined && !SLUG.test(slug)) {
    throw usageError(`"${slug}" is not a valid slug.`, {
      hint: `Use small letters, digits and hyphens${slugify(slug) && `, like --slug ${slugify(slug)}`}.`,
    })
  }
  if (slug === '') {
    throw usageError(`"${name}" has no Latin letter or digit, so no slug can be made from it.`, {
      hint: 'Add a slug, like --slug order-pipeline.',
    })
  }
  const extension = extensions[starter] ?? 'js'
  const fileName = withoutDeviceName(slug)
  const files = ['js', 'ts'].map((ending) => resolve(cwd, dir, `${fileName}.topology.${ending}`))
  const file = resolve(cwd, dir, `${fileName}.topology.${extension}`)
  const path = projectPath(root, file)
  // A .js and a .ts file would have the same slug, even with --force.
  const rival = files.find((other) => existsSync(other) && (other !== file || !force))
  if (rival !== undefined) {
    throw usageError(`${projectPath(root, rival)} already exists.`, {
      code: 'TOPO_FILE_EXISTS',
      hint:
        rival === file
          ? 'Choose another name, or add --force.'
          : 'Choose another name, or remove it first.',
    })
  }
  const source = await readFile(
    join(packageRoot, 'templates', 'starters', `${starter}.topology.${extension}`),
    'utf8',
  )
  const { code } = parseHeader(source)
  const defaults = defaultMetadata(fileName)
  await writeAtomic(file, writeHeader({ ...defaults, slug, name }, defaults, code) + code, {
    root,
    boundary: resolve(cwd, dir),
  })
  return { path, slug, starter }
}
