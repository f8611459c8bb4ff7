/** Ends a child with all programs that it started. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * Sends SIGTERM. Windows has no signals, and ends only the one program: of a shell line, the shell. Its own tool ends the
 * programs below, too.
 */
export function endTree(child: ChildProcess): void {
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
