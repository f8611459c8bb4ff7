/** Selects the scripts that `topo render` draws: those of files, folders, slugs and addresses, one from standard input, or all of the project. */

import type { Client } from '../../../api/client/client.ts'
import { noteResolvedSlug, scriptFromStdin } from '../../../cli/command/flags/selection.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { usageError } from '../../../errors.ts'
import { keyedBy } from '../../../grouped.ts'
import type { Project } from '../../../project/config/project.ts'
import { reportDuplicates } from '../../../project/script/duplicate-slugs.ts'
import type { LocalScript } from '../../../project/script/load.ts'
import { SLUG } from '../../../project/script/metadata.ts'
import { namesSeveral } from '../../../project/select/find-scripts.ts'
import { loadProject } from '../../../project/select/selection.ts'
import { fileOfSlug } from '../../../project/select/slugs.ts'
import { loadScriptToDraw } from '../../../review/draw-scripts.ts'

export async function scriptsFrom(
  project: Project,
  given: readonly string[],
  client: () => Promise<Client>,
  terminal: Terminal,
): Promise<LocalScript[]> {
  if (given.length === 0) return loadProject(project, { paths: [] })
  if (!given.includes('-')) {
    const scripts: LocalScript[] = []
    for (const name of new Set(given)) {
      // A slug is meant before a folder with the same name.
      const isSlug = async () => SLUG.test(name) && (await fileOfSlug(project, name)) !== undefined
      if ((await namesSeveral(project.cwd, name)) && !(await isSlug())) {
        scripts.push(...(await loadProject(project, { paths: [name] })))
      } else scripts.push(await loadScriptToDraw(project, name, client, noteResolvedSlug(terminal)))
    }
    const each = [...keyedBy(scripts, ({ path }) => path).values()]
    await reportDuplicates(each)
    return each
  }
  if (given.length > 1) {
    throw usageError('- reads the only script to draw, so no other can be named.', {
      hint: 'Run topo render again for the others.',
    })
  }
  return [await scriptFromStdin(project)]
}
