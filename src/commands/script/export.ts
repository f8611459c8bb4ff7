import { resolve } from 'node:path'
import { boolean } from '@oclif/core/flags'
import { defineCommand } from '../../cli/command/define.ts'
import { argument } from '../../cli/command/flags/arguments.ts'
import { paceFlags, paceOf } from '../../cli/outcomes/batch-progress.ts'
import { batchResult, outcomeFields } from '../../cli/outcomes/outcome-table.ts'
import { exportScripts } from '../../sync/export.ts'

export default defineCommand({
  summary: 'Export all your scripts to a folder, with readmes and comments.',
  description:
    'The folder becomes a project; "topo import" imports it again. Existing files with other content are skipped. --force overwrites them and saves a copy under .topo/backup first.',
  aliases: ['export'],
  examples: ['topo export backup', 'topo export backup --json | jq .totalCount'],
  fields: outcomeFields,
  args: { dir: argument('Folder to write to; created if missing.') },
  flags: {
    ...paceFlags,
    comments: boolean({
      allowNo: true,
      default: true,
      summary: 'Export comments too; --no-comments saves a request per script.',
    }),
    force: boolean({ summary: 'Overwrite files with other content.' }),
  },
  run: async ({ args, flags, terminal, openService }) => {
    const service = await openService()
    const batch = await exportScripts({
      ...service,
      folder: resolve(args.dir),
      force: flags.force,
      comments: flags.comments,
      stamp: new Date(service.client.clock.now()).toISOString(),
      pace: paceOf(terminal, 'Exporting', flags),
    })
    return batchResult(terminal, batch, flags['json-stream'])
  },
})
