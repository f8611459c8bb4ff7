import { string as stringArgument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { paceFlags, paceOf } from '../../cli/command/batch-progress.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { ignoreFlag } from '../../cli/command/selection.ts'
import { openStdin } from '../../cli/io/stdin.ts'
import {
  importAnswer,
  importFields,
  importPlanAnswer,
  listedSlugs,
  showBeginning,
  showProblems,
  waiting,
} from '../../cli/sync/import.ts'
import { type ConflictChoice, conflictAnswers, conflictPolicies } from '../../cli/sync/outcome-table.ts'
import { importFormats } from '../../project/import/formats/index.ts'
import { planImport, runImport } from '../../project/import/import.ts'
import { openSource } from '../../project/import/row-source.ts'

export default class ScriptImport extends TopoCommand<typeof ScriptImport> {
  static override summary = 'Create scripts from a folder, a table, a list of JSON or standard input.'
  static override description =
    'A row says slug, name, description, tags, public, code or file, readme, type, engineVersion. All rows are checked before the first is sent. A run that is interrupted, or ends with a quota, goes on when the same command is run again.'
  static override aliases = ['import']
  static override examples = [
    '<%= config.bin %> script import diagrams --dry-run',
    {
      description: 'A table, as a spreadsheet writes it.',
      command: `printf 'slug,file\\ncheckout,diagrams/checkout.topology.js\\n' | <%= config.bin %> script import -`,
    },
    '<%= config.bin %> script import diagrams --continue-on-error --result-file result.ndjson --json',
  ]
  static override fields = importFields
  static override args = {
    path: stringArgument({
      required: true,
      ignoreStdin: true,
      description: 'Folder, file, or - for standard input.',
    }),
  }
  static override flags = {
    format: string({
      options: importFormats.map(({ name }) => name).sort(),
      helpValue: 'NAME',
      summary: 'One of csv, json, ndjson, where neither name nor content tells.',
    }),
    'on-conflict': string({
      options: [...conflictPolicies],
      helpValue: 'POLICY',
      summary: 'For a script that is on the service and differs: ask, fail, overwrite or skip.',
      description: 'On a terminal the default is to ask, elsewhere to fail.',
    }),
    resume: boolean({
      default: true,
      allowNo: true,
      summary: 'Go on where an earlier run ended; it is the default.',
    }),
    'continue-on-error': boolean({ summary: 'Send what is good, even if other rows are not.' }),
    'from-file': string({
      helpValue: 'FILE',
      summary: 'Only rows whose slugs are in this list, one on each line.',
    }),
    'result-file': string({
      helpValue: 'FILE',
      summary: 'Write what became of each row, a line of JSON each.',
    }),
    'comments-by': string({
      helpValue: 'USERNAME',
      summary: 'Bring back the comments that this user has written, as yours.',
    }),
    wait: boolean({
      summary: 'Where a quota is used up, wait until there is some again.',
      description: 'No longer than its window, nor than --max-wait where that is given.',
    }),
    ...ignoreFlag,
    ...paceFlags,
    'dry-run': boolean({ summary: 'Show what would be done and what it costs, and do nothing.' }),
  }

  protected override async execute(): Promise<CommandResult> {
    const { terminal, flags } = this
    const { root, cwd } = await this.project()
    const source = await openSource({
      given: this.arguments.path,
      cwd,
      stdin: () => openStdin('What to import'),
      format: importFormats.find(({ name }) => name === flags.format)?.name,
      ignoring: !flags['no-ignore'],
    })
    const service = await this.service()
    const asked = flags['on-conflict'] as ConflictChoice | undefined
    const options = {
      ...{ ...service, source, root, resume: flags.resume, now: Date.now, stamp: new Date().toISOString() },
      only: await listedSlugs(flags['from-file']),
      commentsBy: flags['comments-by'],
      continueOnError: flags['continue-on-error'],
      onConflict: conflictAnswers(terminal, asked ?? (flags['dry-run'] ? 'fail' : undefined)),
      wait: flags.wait ? waiting(terminal, flags['max-wait']) : undefined,
      pace: paceOf(terminal, 'Importing', flags),
    }
    terminal.activity.begin('Checking')
    const planned = await planImport(options)
    try {
      showProblems(terminal, planned.checked)
      if (flags['dry-run']) return await importPlanAnswer(planned, service.client)
      showBeginning(terminal, planned)
      const batch = await runImport(planned, options)
      return await importAnswer(terminal, batch, {
        stream: flags['json-stream'],
        resultFile: flags['result-file'],
      })
    } finally {
      await planned.spool.close()
    }
  }
}
