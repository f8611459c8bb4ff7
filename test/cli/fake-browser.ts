/** A browser on the PATH that opens nothing and records the address. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { programs } from './host/binary.ts'
import { folder } from './topo.ts'

export function fakeBrowser() {
  const log = join(folder(), 'opened')
  const path = programs({ 'xdg-open': `printf '%s' "$*" > '${log}.new'; mv '${log}.new' '${log}'` })
  return {
    PATH: `${path}:${process.env.PATH}`,
    opened: () => (existsSync(log) ? readFileSync(log, 'utf8') : undefined),
  }
}
