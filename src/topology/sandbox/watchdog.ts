/**
 * Ends code that does not come back. The interpreter asks now and then whether to go on, but not inside its
 * native loops (`[].indexOf.call({ length: 2 ** 53 }, 1)`, a search in a string of 20 MB); those end here.
 */
import { type Context, createContext, Script } from 'node:vm'

const task = new Script('task()')
let context: (Context & { task: unknown }) | undefined

/** Runs a function; undefined when it had to be stopped after that many milliseconds. */
export function watched<T>(milliseconds: number, run: () => T): { value: T } | undefined {
  context ??= createContext({ task: undefined }) as Context & { task: unknown }
  const outer = context.task
  context.task = run
  try {
    return { value: task.runInContext(context, { timeout: Math.max(1, Math.ceil(milliseconds)) }) as T }
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  } finally {
    context.task = outer
  }
}
