/** `topo help exit-codes`: the meaning of each exit code, as data. */
import { ExitCode } from '../../../errors.ts'
import type { Topic } from './topic.ts'

export interface ExitCodeMeaning {
  readonly code: ExitCode
  /** A few words, for short lists. */
  readonly label: string
  readonly meaning: string
}

/** By name, so a code without a meaning does not compile. */
const meanings: Record<keyof typeof ExitCode, Omit<ExitCodeMeaning, 'code'>> = {
  ok: { label: 'done', meaning: 'Success; also an empty list, nothing to change, a closed pipe.' },
  refused: {
    label: 'failed',
    meaning: 'Failed: findings, a refusal by the service, or part of a batch failed.',
  },
  usage: { label: 'usage', meaning: 'Usage: a flag, an argument, a config file, missing input.' },
  differences: {
    label: 'differences',
    meaning:
      '--exit-code, --fail-on of topo diff or --check of topo render was given, and there are differences.',
  },
  auth: { label: 'not logged in', meaning: 'Not logged in, or the key was rejected.' },
  quota: { label: 'quota used up', meaning: 'A quota is used up, possibly in the middle of a batch.' },
  conflict: { label: 'conflict', meaning: 'Conflict: the script changed on both sides.' },
  bug: { label: 'a bug in topo', meaning: 'A bug in topo.' },
  temporary: {
    label: 'temporary',
    meaning: 'Temporary: rate limit, outage, timeout, after retries; safe to run again.',
  },
  interrupted: {
    label: 'interrupted',
    meaning: 'Interrupted (Ctrl-C); 0 for commands that end that way, such as mock start.',
  },
  terminated: { label: 'terminated', meaning: 'Terminated (SIGTERM); 0 for the same commands.' },
}

export const exitCodeMeanings: readonly ExitCodeMeaning[] = Object.entries(ExitCode).map(([name, code]) => ({
  code,
  ...meanings[name as keyof typeof ExitCode],
}))

export const exitCodes: Topic = {
  name: 'exit-codes',
  summary: 'The meaning of each exit code.',
  sections: [
    {
      title: 'Exit codes',
      text: 'The same with and without --json, on a terminal and in a pipe.',
      rows: exitCodeMeanings.map(({ code, meaning }) => [String(code), meaning]),
    },
    {
      title: 'Why it failed',
      text: 'With --json a failure is one document on stdout. Its code is stable; retryable is true if the same command may succeed later. If push, pull, import or export fails for some scripts, the document has "items" beside "error".',
      language: 'json',
      code: '{ "error": { "code", "message", "hint", "status", "requestId", "retryable", "exitCode", "details" } }',
    },
    {
      title: 'In a script',
      code: [
        'topo push || case $? in',
        '  6) echo "changed on both sides; run topo pull" ;;',
        '  75) echo "try again later" ;;',
        '  *) exit 1 ;;',
        'esac',
      ].join('\n'),
    },
  ],
}
