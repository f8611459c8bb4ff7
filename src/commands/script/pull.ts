import { resolve } from 'node:path'
import { boolean, string } from '@oclif/core/flags'
import { parseShareToken } from '../../api/calls/share.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { optionalArguments } from '../../cli/command/flags/arguments.ts'
import { ignoreFlag } from '../../cli/command/flags/selection.ts'
import { paceFlags, paceOf } from '../../cli/outcomes/batch-progress.ts'
import { batchResult, outcomeFields } from '../../cli/outcomes/outcome-table.ts'
import { projectPath } from '../../files/root.ts'
import { folderOfScripts } from '../../project/select/candidate-files.ts'
import { scriptName } from '../../project/select/resolve-script.ts'
import { pull } from '../../sync/pull/pull.ts'
import { NO_FILE_YET } from '../../sync/pull/pull-outcome.ts'
import { SyncState } from '../../sync/state/state.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

export default defineCommand({
  summary: 'Pull remote changes into local files.',
  description:
    'Without arguments, pulls all your scripts. Local changes are never overwritten without --force, which saves a copy under .topo/backup first.',
  aliases: ['pull'],
  examples: [
    'topo pull',
    'topo pull checkout --dir diagrams',
    'topo pull --merge',
    'topo pull --force --json',
  ],
  fields: outcomeFields,
  args: { scripts: optionalArguments('Slugs, ids, files, URLs or share URLs.') },
  flags: {
    dir: string({
      helpValue: 'DIR',
      summary:
        "Folder for scripts that have no local file yet; default: the folder of the project's scripts.",
    }),
    ...ignoreFlag,
    ...paceFlags,
    'dry-run': boolean({ summary: 'Show what would be pulled, without writing.' }),
    merge: boolean({
      exclusive: ['force'],
      summary: 'Merge local and remote changes.',
      description:
        'Merges changes that do not overlap, field by field and line by line. Overlapping changes get conflict markers; push skips the file until you resolve them.',
    }),
    force: boolean({ summary: 'Overwrite local changes.' }),
  },
  run: async ({ openProject, openService, args, flags, terminal }) => {
    const project = await openProject()
    const service = await openService()
    const names = await Promise.all(
      (args.scripts ?? []).map((name) =>
        parseShareToken(name) ? name : scriptName(project, name),
      ),
    )
    const folder = resolve(project.cwd, flags.dir ?? (await folderOfScripts(project)))
    const batch = await pull({
      ...service,
      project,
      state: new SyncState(project.root, service.client.clock, service.keyMark),
      scripts: names,
      folder,
      force: flags.force,
      merge: flags.merge,
      dryRun: flags['dry-run'],
      stamp: new Date(service.client.clock.now()).toISOString(),
      pace: paceOf(terminal, 'Pulling', flags),
    })
    const answer = batchResult(terminal, batch, flags['json-stream'])
    const isNew = batch.outcomes.some(
      ({ action, reason }) => action === 'pulled' && reason === NO_FILE_YET,
    )
    if (isNew && flags.dir === undefined && folder !== project.cwd)
      terminal.note(
        `New scripts go to ${forTerminal(projectPath(project.cwd, folder))}; --dir chooses another folder.`,
      )
    if (!flags['dry-run']) return answer
    terminal.note('Dry run: nothing was written.')
    return { ...answer, data: { dryRun: true, ...answer.data } }
  },
})
