/** Reads a secret from a password manager: runs a command of the profile each time the secret is needed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { ExitCode, KnownError } from '../../../errors.ts'
import { formatLimit, limits } from '../../../limits/limits.ts'

/** Milliseconds, enough to unlock a password manager. */
const limitMs = 60_000

/**
 * Returns what the command prints, trimmed. The command may prompt on the terminal; its output is never shown.
 * @throws KnownError `TOPO_KEY_COMMAND` (exit 4) if it fails, prints nothing or takes too long.
 */
export function runSecretCommand(command: string, limit = limitMs): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string, cause?: unknown) =>
      reject(
        new KnownError(`The apiKeyCommand "${command}" ${why}.`, {
          code: 'TOPO_KEY_COMMAND',
          exitCode: ExitCode.auth,
          hint: 'Run it by hand to see the error; "topo config set apiKeyCommand COMMAND" changes it.',
          cause,
        }),
      )
    // Windows' shell would first look into the working folder, which may be a stranger's repository.
    const env = { ...process.env, NoDefaultCurrentDirectoryInExePath: '1' }
    const child = spawn(command, { shell: true, stdio: ['inherit', 'pipe', 'inherit'], env })
    const timer = setTimeout(() => {
      endTree(child)
      child.stdout.destroy()
      fail(`took longer than ${limit / 1000} s`)
    }, limit)
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.length <= limits.key.most) return
      endTree(child)
      child.stdout.destroy()
      fail(`printed more than ${formatLimit(limits.key)}`)
    })
    child.on('error', (cause) => fail('could not be started', cause))
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      const key = printed.trim()
      if (code !== 0) fail(signal ? `was stopped by ${signal}` : `failed with exit code ${code}`)
      else if (key === '') fail('printed nothing')
      else resolve(key)
    })
  })
}

/**
 * Ends a child with all programs that it started: sends SIGTERM. Windows has no signals, and ends only the one program: of a shell line, the shell. Its own tool ends the
 * programs below, too.
 */
function endTree(child: ChildProcess): void {
  if (process.platform !== 'win32' || child.pid === undefined) {
    child.kill()
    return
  }
  const tool = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe')
  spawn(tool, ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
    .on('error', () => child.kill())
    .on('exit', (code) => code !== 0 && child.kill())
    .unref()
}
