/**
 * Returns the result of a function and the processor seconds it takes in this process. A busy machine changes them
 * little, so a test can set a limit that nonlinear code would exceed a hundredfold.
 */
export async function cpuOf<T>(run: () => T): Promise<{ value: Awaited<T>; seconds: number }> {
  const before = process.cpuUsage()
  const value = await run()
  const { user, system } = process.cpuUsage(before)
  return { value, seconds: (user + system) / 1e6 }
}
