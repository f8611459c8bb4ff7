/** `topo init`: creates the files of a project. Overwrites none, except editor types that topo wrote before. */
import { existsSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { writeAtomic } from '../../files/atomic.ts'
import { assertInside } from '../../files/path-containment.ts'
import { CONFIG_FILE, findRepository } from '../../files/root.ts'
import { slugify } from '../../project/script/metadata.ts'
import { type InstalledTopo, writeEditorFiles } from './editor-types.ts'
import type { EditorName } from './editors.ts'
import type { InitFile } from './init-file.ts'
import { type PipelineName, writePipeline } from './pipeline.ts'
import { publishedFile } from './release.ts'
import { localPackage, type StartCommand, startCommand } from './start-command.ts'

/** The same bytes in every checkout, also on Windows. */
const attributes = '*.topology.js text eol=lf\n*.topology.ts text eol=lf\n'

export interface InitOptions extends InstalledTopo {
  folder: string
  ci: PipelineName | undefined
  /** Overwrite existing files of the pipeline, and edited files for coding agents. */
  force: boolean
  /** Also write a pipeline for previews on the service. */
  preview: boolean
  /** Also configure the clients of assistants. */
  mcp: boolean
  /** Also write a skill for coding agents. */
  agents: boolean
  /** Also configure this editor. */
  editor: EditorName | undefined
}

/** Creates the project, a pipeline for it, or both. Returns the files and the remaining steps, one sentence each. */
export async function initAll(options: InitOptions) {
  const { folder, packageRoot, ci, force, preview, mcp, agents, editor } = options
  const isProject = existsSync(join(folder, CONFIG_FILE))
  const start = startCommandHere(folder, packageRoot)
  // These steps may fail, so they go first: a failure leaves nothing half done.
  const configured = await configureEditorOf(folder, editor, start)
  const clients = mcp
    ? await (await import('./assistants.ts')).configureAssistants(folder, start)
    : []
  const agent = agents
    ? await (await import('./agents.ts')).writeAgentFiles(folder, packageRoot, force)
    : { items: [], todo: [] }
  // Workflows for other repositories need no diagrams here.
  const isForOthers = ci === 'github-reusable'
  const own =
    isForOthers || ((ci !== undefined || agents) && isProject)
      ? { items: [], todo: [] }
      : await initProject(folder, options)
  const items = [...own.items, ...configured.items, ...clients, ...agent.items]
  const isStarted = mcp || editor !== undefined
  const started = [
    ...agent.todo,
    ...configured.todo,
    ...(isStarted && start.todo !== undefined ? [start.todo] : []),
  ]
  if (ci === undefined) return { items, todo: [...own.todo, ...started] }
  const repository = findRepository(folder) ?? folder
  const place = relative(realpathSync.native(repository), realpathSync.native(folder))
    .split(sep)
    .join('/')
  const pipeline = await writePipeline({
    name: ci,
    repository,
    folder: place,
    packageRoot,
    force,
    preview,
  })
  // A workflow of GitHub names the folder.
  const elsewhere =
    place === '' || ci === 'github' || isForOthers
      ? []
      : [`Make the pipeline work in this folder: it was written to ${repository}.`]
  return {
    items: [...items, ...pipeline.items],
    todo: [...own.todo, ...elsewhere, ...pipeline.todo, ...started],
  }
}

async function configureEditorOf(
  folder: string,
  editor: EditorName | undefined,
  start: StartCommand,
) {
  if (editor === undefined) return { items: [], todo: [] }
  return (await import('./editors.ts')).configureEditor(folder, editor, start)
}

const startCommandHere = (folder: string, packageRoot: string): StartCommand =>
  startCommand({
    folder,
    packageRoot,
    platform: process.platform,
    searchPath: process.env.PATH ?? '',
    isPnp: process.versions.pnp !== undefined,
  })

/** Settings that name their schema, if other machines find it too. */
async function settings(folder: string, { packageRoot, version }: InstalledTopo): Promise<string> {
  const schema = 'templates/topo.config.schema.json'
  const installed = localPackage(folder, packageRoot)
  const path = installed && relative(folder, join(installed, schema)).split(sep).join('/')
  const address = path === undefined ? publishedFile(version, schema) : `./${path}`
  return `${JSON.stringify(address === undefined ? {} : { $schema: address }, null, 2)}\n`
}

async function initProject(
  folder: string,
  installation: InstalledTopo,
): Promise<{ items: InitFile[]; todo: string[] }> {
  // A slug is unique on the service, so one like "hello" is taken.
  const slug = slugify(`${basename(folder).slice(0, 60)} overview`)
  const template = (name: string) =>
    readFile(join(installation.packageRoot, 'templates', name), 'utf8')
  const files: [path: string, text: () => Promise<string>][] = [
    [CONFIG_FILE, () => settings(folder, installation)],
    ['.gitattributes', async () => attributes],
    [`diagrams/${slug}.topology.js`, () => template('starters/hello.topology.js')],
  ]
  const items: InitFile[] = []
  for (const [path, text] of files) {
    const file = join(folder, path)
    assertInside(findRepository(folder) ?? folder, file, path)
    const isNew = !existsSync(file)
    if (isNew) await writeAtomic(file, await text())
    items.push({ path, written: isNew, action: isNew ? 'written' : 'kept' })
  }
  const types = await writeEditorFiles(folder, installation)
  return { items: [...items, ...types.items], todo: types.todo }
}
