/** Tells whether a process runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process is alive as well.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
