/** What `topo validate` is told: which scripts, how strictly, and in which words it answers. */
import { resolve } from 'node:path'
import { boolean, string } from '@oclif/core/flags'
import { usageError } from '../errors.ts'
import type { CheckedScript } from '../project/check.ts'
import { type LocalScript, scriptOf } from '../project/load.ts'
import type { Project } from '../project/project.ts'
import { loadProject } from '../project/push.ts'
import { reporters } from '../reporters/index.ts'
import type { Answer } from './command.ts'
import type { Environment } from './environment.ts'
import { report, resultOf } from './findings.ts'
import { selectionFlags, selectionOf } from './selection.ts'
import { readStdin } from './stdin.ts'
import type { Terminal } from './terminal.ts'
import { exitCodeFor, type Threshold, thresholdFlags } from './threshold.ts'

const formats = reporters.map(({ name }) => name)

export const validationFlags = {
  ...selectionFlags,
  'stdin-filename': string({
    helpValue: 'PATH',
    summary: 'With -: the file that the script would be in (stdin.topology.js).',
    description:
      'Says where its imports are looked for, and what it is called in findings. It need not exist.',
  }),
  changed: boolean({
    exclusive: ['since'],
    summary: 'Only scripts that differ from where this branch left its upstream.',
    description:
      'Committed or not, themselves or a file that they import; without an upstream, what differs from the last commit.',
  }),
  since: string({
    helpValue: 'REF',
    summary: 'Like --changed, from where this branch left a commit of git.',
  }),
  ...thresholdFlags,
  format: string({
    options: formats,
    helpValue: 'NAME',
    summary: `One of ${formats.join(', ')}.`,
    description:
      'The default is pretty; in a step of GitHub Actions it is github, with what people read on stderr.',
  }),
  rules: boolean({ summary: 'List the rules, how severe each is here and who says so.' }),
}

interface ChoiceOfScripts {
  changed: boolean
  since: string | undefined
  'allow-empty': boolean
  'stdin-filename': string | undefined
}

/** Those that were named, all of the project, or the one that comes over standard input. */
export async function scriptsToValidate(
  project: Project,
  paths: readonly string[],
  flags: ChoiceOfScripts,
): Promise<LocalScript[]> {
  const name = flags['stdin-filename']
  if (!paths.includes('-')) {
    if (name === undefined) return onDisk(project, paths, flags)
    throw usageError('--stdin-filename says where a script from standard input would be, and none is read.', {
      hint: 'Add - as the only file.',
    })
  }
  if (flags.changed || flags.since !== undefined) {
    throw usageError('A script from standard input is in no file that git could know.')
  }
  if (paths.length > 1) {
    throw usageError('- reads the one script to validate, so that no other can be named beside it.', {
      hint: 'Run topo validate once more for the files.',
    })
  }
  const file = resolve(project.cwd, name ?? 'stdin.topology.js')
  const { root, config } = project
  return [
    await scriptOf(await readStdin('The script'), file, {
      root,
      defaults: config.defaults,
      rules: config.rules,
    }),
  ]
}

async function onDisk(
  project: Project,
  paths: readonly string[],
  flags: ChoiceOfScripts,
): Promise<LocalScript[]> {
  const scripts = await loadProject(project, selectionOf({ paths: [...paths] }, flags))
  if (!flags.changed && flags.since === undefined) return scripts
  const { changedScripts } = await import('../project/changed.ts')
  return changedScripts(scripts, project.root, flags.since)
}

interface Context {
  project: Project
  terminal: Terminal
  environment: Environment
}

/** Findings as they were asked for, and whether they fail. */
export function validationAnswer(
  checked: readonly CheckedScript[],
  flags: Threshold & { format: string | undefined },
  { project, terminal, environment }: Context,
): Answer {
  const data = resultOf(checked, project)
  const annotated = environment.githubActions && !terminal.out.isTerminal
  return {
    data,
    text: (out) => {
      if (flags.format !== undefined || !annotated)
        return report(checked, flags.format ?? 'pretty', out, project)
      terminal.err.line(report(checked, 'pretty', terminal.err, project))
      return report(checked, 'github', out, project)
    },
    exitCode: exitCodeFor(data, flags),
  }
}
