/** `topo help exit-codes`: the meaning of each exit code, as data. */
import { ExitCode } from '../../../errors.ts'
import type { Topic } from './topic.ts'

/** By name, so a code without a meaning does not compile. The label is for short lists. */
const meanings: Record<keyof typeof ExitCode, readonly [label: string, meaning: string]> = {
  ok: ['done', 'Success; also an empty list, nothing to change, a closed pipe.'],
  refused: ['failed', 'Failed: findings, a refusal by the service, or part of a batch failed.'],
  usage: ['usage', 'Usage: a flag, an argument, a config file, missing input.'],
  differences: [
    'differences',
    '--exit-code, --fail-on of topo diff or --check of topo render was given, and there are differences.',
  ],
  auth: ['not logged in', 'Not logged in, or the key was rejected.'],
  quota: ['quota used up', 'A quota is used up, possibly in the middle of a batch.'],
  conflict: ['conflict', 'Conflict: the script changed on both sides.'],
  bug: ['a bug in topo', 'A bug in topo.'],
  temporary: [
    'temporary',
    'Temporary: rate limit, outage, timeout, after retries; safe to run again.',
  ],
  interrupted: [
    'interrupted',
    'Interrupted (Ctrl-C); 0 for commands that end that way, such as mock start.',
  ],
  terminated: ['terminated', 'Terminated (SIGTERM); 0 for the same commands.'],
}

export const exitCodeMeanings = Object.entries(ExitCode).map(([name, code]) => {
  const [label, meaning] = meanings[name as keyof typeof ExitCode]
  return { code, label, meaning }
})

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
