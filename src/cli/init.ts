/** What `topo init` writes into a folder, and never over what is there. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomic } from '../project/atomic.ts'
import { CONFIG_FILE } from '../project/root.ts'

export interface InitFile {
  path: string
  /** False when it was there already. */
  written: boolean
  /** `merged` where something was added to what was there. */
  action: 'written' | 'merged' | 'kept'
}

const config = {
  $schema: './node_modules/topo-cli/templates/topo.config.schema.json',
}

/** @param packageRoot where topo itself is installed. */
export async function initProject(folder: string, packageRoot: string): Promise<InitFile[]> {
  const template = (name: string) => readFile(join(packageRoot, 'templates', name), 'utf8')
  const files: [path: string, text: () => Promise<string>][] = [
    [CONFIG_FILE, async () => `${JSON.stringify(config, null, 2)}\n`],
    ['diagrams/topology.d.ts', () => template('topology.d.ts')],
    ['diagrams/hello.topology.js', () => template('hello.topology.js')],
  ]
  const written: InitFile[] = []
  for (const [path, text] of files) {
    const file = join(folder, path)
    const isNew = !existsSync(file)
    if (isNew) await writeAtomic(file, await text())
    written.push({ path, written: isNew, action: isNew ? 'written' : 'kept' })
  }
  return written
}
