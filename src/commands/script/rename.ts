import { relative } from 'node:path'
import { boolean } from '@oclif/core/flags'
import { defineCommand } from '../../cli/command/define.ts'
import { argument } from '../../cli/command/flags/arguments.ts'
import { cacheFlag, ignoreFlag } from '../../cli/command/flags/selection.ts'
import { listResult } from '../../cli/command/list-result.ts'
import { patches, patchText } from '../../cli/findings/fix-report.ts'
import { endedBySystem } from '../../cli/io/process/signals.ts'
import { checkProject } from '../../project/select/selection.ts'
import { planRename, writeRenaming } from '../../query/rename.ts'
import { enumeration } from '../../text/alternatives.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

export default defineCommand({
  summary: 'Rename a node or group in all scripts of the project.',
  description:
    'Changes its id, and every connection and step that names it, also in files that scripts import. Changes all files or none; comments on the service keep the old id.',
  aliases: ['rename'],
  examples: [
    'topo rename orders checkout-orders --dry-run',
    'topo rename orders checkout-orders --json',
  ],
  fields: ['path', 'places', 'diff'],
  args: { old: argument('Its id, such as orders or shop/orders.'), new: argument('The new id.') },
  flags: {
    ...ignoreFlag,
    ...cacheFlag,
    'dry-run': boolean({
      summary: 'Print the changes as a patch for git apply, and write nothing.',
    }),
  },
  run: async ({ args, flags, terminal, environment, openProject }) => {
    const project = await openProject()
    const checked = await endedBySystem(() =>
      checkProject(project, { paths: [] }, {}, { outline: true }),
    )
    const renaming = await planRename(project, checked, args.old, args.new)
    if (!flags['dry-run']) await writeRenaming(renaming, project.root)
    const files = renaming.files.map(({ file }) => file)
    const patchOf = patches(project, files, flags['dry-run'] ? terminal : undefined)
    const items = renaming.files.map(({ file, places, before, after }) => {
      const path = relative(project.cwd, file).replaceAll('\\', '/')
      return { path, places, diff: patchOf(file, before, after) }
    })
    if (renaming.joined.length > 0) {
      const others = enumeration(renaming.joined.map((path) => forTerminal(path)))
      terminal.note(
        `"${forTerminal(args.new)}" is also drawn in ${others}: it is the same thing now.`,
      )
    }
    const result = listResult(items, ['SCRIPT', 'PLACES'], ({ path, places }) => [path, places])
    if (!flags['dry-run']) return result
    return {
      ...result,
      text: (out) => patchText(items, out.isTerminal || environment.githubActions),
    }
  },
})
