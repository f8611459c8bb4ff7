/**
 * Calls a function with the clock stopped, so that every build writes the same bytes. The interpreter keeps the time of
 * its start in its memory: in its allocator, its random state and its time origin. Scripts see none of them.
 */
export async function withStoppedClock(call) {
  const { now } = Date
  const { now: elapsed } = performance
  Date.now = () => 0
  performance.now = () => 0
  try {
    return await call()
  } finally {
    Date.now = now
    performance.now = elapsed
  }
}
