/** Entry point of `bin/run.js`: loads the command line. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { printAtOnce } from './print-at-once.ts'

/** `cli/main.ts` answers these without other modules. */
const NEEDS_NO_MODULES = /^(--version|-v|--help|-h|help)$/

/** @param folder of the built modules, `dist` */
export async function startTopo(folder: string, argv: string[]): Promise<void> {
  const entry = join(folder, 'main.js')
  const load = NEEDS_NO_MODULES.test(argv[0] ?? '--help')
    ? createRequire(entry)
    : (await import('./loader.ts')).loaderOf(folder)
  const { main } = load(entry) as typeof import('../cli/main.ts')
  return main(argv, dirname(folder), printAtOnce)
}
