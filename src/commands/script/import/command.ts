import { boolean, string } from '@oclif/core/flags'
import { defineCommand } from '../../../cli/command/define.ts'
import { argument } from '../../../cli/command/flags/arguments.ts'
import { cacheFlag, ignoreFlag } from '../../../cli/command/flags/selection.ts'
import { openStdin } from '../../../cli/io/process/stdin.ts'
import { paceFlags, paceOf } from '../../../cli/outcomes/batch-progress.ts'
import {
  type ConflictChoice,
  conflictPolicies,
  conflictResolver,
} from '../../../cli/outcomes/outcome-table.ts'
import { importFormats } from '../../../sync/import/formats/index.ts'
import { planImport, runImport } from '../../../sync/import/import.ts'
import { usesOfRows } from '../../../sync/import/plan-rows.ts'
import { openRowSource } from '../../../sync/import/row-source.ts'
import { quotasFor } from '../../../sync/push/shortage.ts'
import { nothingDone } from '../push/push-plan.ts'
import { agreesToShortage, importWords, waitingWords } from '../push/quota-words.ts'
import {
  importFields,
  importPlanResult,
  importResult,
  noteResume,
  readSlugList,
  showProblems,
  waitOptions,
} from './import.ts'

export default defineCommand({
  summary: 'Import scripts from a folder, CSV, JSON or standard input.',
  description:
    'Columns: slug, name, description, tags, public, code or file, readme, type, engineVersion. topo checks all rows before it sends the first. To resume after an interruption or a used-up quota, run the same command again.',
  aliases: ['import'],
  examples: [
    'topo import diagrams --dry-run',
    {
      description: 'Import a CSV table, e.g. from a spreadsheet.',
      command: `printf 'slug,file\\ncheckout,diagrams/checkout.topology.js\\n' | topo import -`,
    },
    'topo import diagrams --continue-on-error --result-file result.ndjson --json',
  ],
  fields: importFields,
  args: { path: argument('Folder, file, or - for standard input.') },
  flags: {
    format: string({
      options: importFormats.map(({ name }) => name).sort(),
      helpValue: 'NAME',
      summary: 'One of csv, json, ndjson (default: from file name or content).',
    }),
    'on-conflict': string({
      options: [...conflictPolicies],
      helpValue: 'POLICY',
      summary: 'If a remote script differs: ask, fail, overwrite or skip.',
      description: 'The default is ask on a terminal, fail otherwise.',
    }),
    resume: boolean({
      default: true,
      allowNo: true,
      summary: 'Resume an earlier run; this is the default.',
    }),
    'continue-on-error': boolean({ summary: 'Import valid rows even if other rows are invalid.' }),
    'from-file': string({
      helpValue: 'FILE',
      summary: 'Import only rows whose slugs are in this file, one per line.',
    }),
    'result-file': string({
      helpValue: 'FILE',
      summary: 'Write the result of each row to a file, one line of JSON each.',
    }),
    'comments-by': string({
      helpValue: 'USERNAME',
      summary: 'Restore the comments of this user, under your name.',
    }),
    wait: boolean({
      summary: 'If a quota is used up, wait until it resets.',
      description: 'Waits no longer than the window of the quota, or --max-wait.',
    }),
    ...ignoreFlag,
    ...cacheFlag,
    ...paceFlags,
    'dry-run': boolean({ summary: 'Show the plan and its quota cost, without importing.' }),
  },
  run: async ({ args, flags, terminal, openProject, openService, confirm }) => {
    const { root, cwd, verdicts } = await openProject()
    const source = await openRowSource({
      given: args.path,
      cwd,
      stdin: () => openStdin('The import'),
      format: importFormats.find(({ name }) => name === flags.format)?.name,
      ignoring: !flags['no-ignore'],
      verdicts,
    })
    const service = await openService()
    const policy = flags['on-conflict'] as ConflictChoice | undefined
    const options = {
      ...service,
      source,
      root,
      resume: flags.resume,
      stamp: new Date(service.client.clock.now()).toISOString(),
      only: await readSlugList(flags['from-file']),
      commentsBy: flags['comments-by'],
      continueOnError: flags['continue-on-error'],
      onConflict: conflictResolver(terminal, policy ?? (flags['dry-run'] ? 'fail' : undefined)),
      wait: flags.wait ? waitOptions(terminal, flags['max-wait']) : undefined,
      pace: paceOf(terminal, 'Importing', flags),
    }
    terminal.activity.begin('Checking')
    const planned = await planImport(options)
    try {
      showProblems(terminal, planned.checked)
      if (flags['dry-run']) return await importPlanResult(planned, service.client, terminal)
      noteResume(terminal, planned)
      const quota = await quotasFor(usesOfRows(planned.steps), service)
      const person = { terminal, isConfirmed: flags.yes, confirm }
      const words = flags.wait ? waitingWords : importWords
      if (!(await agreesToShortage(quota, words, person))) return nothingDone
      const batch = await runImport(planned, options)
      return await importResult(terminal, batch, {
        stream: flags['json-stream'],
        resultFile: flags['result-file'],
      })
    } finally {
      await planned.spool.close()
    }
  },
})
