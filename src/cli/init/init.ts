/** What `topo init` writes into a folder, and never over what is there. */
import { existsSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomic } from '../../project/files/atomic.ts'
import { repositoryOf } from '../../project/files/git.ts'
import { CONFIG_FILE } from '../../project/files/root.ts'
import type { InitFile } from './init-file.ts'
import { type PipelineName, writePipeline } from './pipeline.ts'

const config = {
  $schema: './node_modules/topo-cli/templates/topo.config.schema.json',
}

export interface InitOptions {
  folder: string
  /** Where topo itself is installed. */
  packageRoot: string
  ci: PipelineName | undefined
  /** The pipeline's files also over what is there. */
  force: boolean
  /** A preview on the service too. */
  preview: boolean
  /** For the clients of assistants too. */
  mcp: boolean
}

/** The project, a pipeline for it, or both; and what is left to do, a sentence each. */
export async function initAll({ folder, packageRoot, ci, force, preview, mcp }: InitOptions) {
  const isProject = existsSync(join(folder, CONFIG_FILE))
  // First what may be refused, so nothing is done by halves.
  const told = mcp ? await (await import('./assistants.ts')).configureAssistants(folder) : []
  const own = ci !== undefined && isProject ? [] : await initProject(folder, packageRoot)
  const items = [...own, ...told]
  if (ci === undefined) return { items, todo: [] }
  const repository = await repositoryOf(folder).catch(() => folder)
  const pipeline = await writePipeline({ name: ci, repository, packageRoot, force, preview })
  const todo = samePlace(repository, folder)
    ? pipeline.todo
    : [`Let the pipeline work in this folder: it is written to ${repository}.`, ...pipeline.todo]
  return { items: [...items, ...pipeline.items], todo }
}

/** Git follows links and has its own way to write a drive. */
const samePlace = (one: string, other: string) => realpathSync.native(one) === realpathSync.native(other)

/** @param packageRoot where topo itself is installed. */
async function initProject(folder: string, packageRoot: string): Promise<InitFile[]> {
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
