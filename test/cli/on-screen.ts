/** What a terminal shows of a command that asks nothing: in a warm host, which needs no new process. */
import { stripVTControlCharacters } from 'node:util'
import { type RunOptions, topo } from './topo.ts'

/** As `topoOnTerminal`, but the texts of standard error stand behind those of standard output. */
export async function onScreen(args: string[], options: RunOptions & { columns?: number } = {}) {
  const { code, stdout, stderr } = await topo(args, { columns: 100, ...options })
  const raw = stdout + stderr
  return { code, screen: stripVTControlCharacters(raw), raw }
}
