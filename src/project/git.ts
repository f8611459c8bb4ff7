/** Asks git, without a shell and without what a repository could configure to be run. */
import { execFile } from 'node:child_process'
import { ExitCode, KnownError, usageError } from '../errors.ts'

const largest = 512 * 1024 * 1024

/**
 * What git prints, as bytes.
 * @throws usage error `TOPO_NO_GIT` where there is no git or no repository; KnownError `TOPO_GIT` (exit 1) else.
 */
export function git(cwd: string, args: readonly string[], input = ''): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { cwd, encoding: 'buffer', maxBuffer: largest, windowsHide: true } as const
    const child = execFile('git', ['--no-pager', ...args], options, (cause, stdout, stderr) => {
      if (cause === null) resolve(stdout)
      else reject(failed(cause, stderr.toString('utf8').trim()))
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

function failed(cause: Error & { code?: unknown }, said: string): KnownError {
  if (cause.code === 'ENOENT') {
    return usageError('git is not installed here.', {
      code: 'TOPO_NO_GIT',
      hint: 'Install it, or name two files.',
      cause,
    })
  }
  if (/not a git repository/i.test(said)) {
    return usageError('This folder is not in a git repository.', {
      code: 'TOPO_NO_GIT',
      hint: 'Run topo inside a clone.',
      cause,
    })
  }
  return new KnownError(`git failed: ${said.split('\n')[0] || cause.message}`, {
    code: 'TOPO_GIT',
    exitCode: ExitCode.refused,
    hint: 'Check the revision; "git log" shows which there are.',
    cause,
  })
}
