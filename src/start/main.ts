/** Entry point of `bin/run.js`: loads the command line. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { exitOnceWritten } from './exit-once-written.ts'
import { printAtOnce } from './print-at-once.ts'

/** `cli/main.ts` answers these without other modules. */
const NEEDS_NO_MODULES = /^(--version|-v|--help|-h|help)$/

/** @param folder of the built modules, `dist` */
export async function startTopo(folder: string, argv: string[]): Promise<void> {
  const entry = join(folder, 'main.js')
  const root = dirname(folder)
  if (NEEDS_NO_MODULES.test(argv[0] ?? '--help')) {
    await mainOf(createRequire(entry)(entry))(argv, root, printAtOnce)
  } else {
    const { loaderOf } = await import('./loader.ts')
    await mainOf(loaderOf(folder)(entry))(argv, root)
    exitOnceWritten()
  }
}

const mainOf = (module: unknown) => (module as typeof import('../cli/main.ts')).main
