/** Finds the Markdown files of a project. */
import { lstat } from 'node:fs/promises'
import type { Project } from '../config/project.ts'
import { projectPath } from '../files/root.ts'

/** Returns absolute paths, sorted. Symbolic links are not followed, because topo would write through them. */
export async function findMarkdownFiles({ root, ignored }: Project): Promise<string[]> {
  const { glob } = await import('tinyglobby')
  const found = await glob(['**/*.md', '**/*.markdown'], {
    cwd: root,
    ignore: ['**/node_modules/**', '**/.git/**', '**/.topo/**'],
    ...{ absolute: true, dot: true, expandDirectories: false, followSymbolicLinks: false, onlyFiles: true },
  })
  const files = await ignored.filter(found, (file) => projectPath(root, file))
  const regular: string[] = []
  for (const file of files) if ((await lstat(file).catch(() => undefined))?.isFile()) regular.push(file)
  return regular.sort()
}
