/** Lets other work of this thread run. */
export { setImmediate as letOthersRun } from 'node:timers/promises'
