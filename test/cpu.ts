/**
 * What something returns, and the seconds of processor time that it takes in this process. A busy machine changes them
 * little, so a test may limit what would take a hundred times as long if it were not linear.
 */
export async function cpuOf<T>(run: () => T): Promise<{ value: Awaited<T>; seconds: number }> {
  const before = process.cpuUsage()
  const value = await run()
  const { user, system } = process.cpuUsage(before)
  return { value, seconds: (user + system) / 1e6 }
}
