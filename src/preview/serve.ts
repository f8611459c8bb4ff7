/** Serves the preview on a port, which other machines reach only if a person says so. */
import { dirname } from 'node:path'
import type { Clock } from '../clock.ts'
import { KnownError } from '../errors.ts'
import { isBelow } from '../files/path-containment.ts'
import { type Listener, listen } from '../listen/listen.ts'
import type { Project } from '../project/config/project.ts'
import { findScripts } from '../project/select/find-scripts.ts'
import { previewApp } from './app.ts'
import { editorAddress } from './editor.ts'
import { ScriptWatcher } from './script-watcher.ts'

/** The default port, fixed so that an open page reconnects after a restart. */
const defaultPort = 4020

export interface PreviewOptions {
  project: Project
  clock: Clock
  /** A file, folder or pattern; undefined means the whole project. */
  path: string | undefined
  /** Undefined means the default port, or a free one if it is in use. */
  port: number | undefined
  /** Where it listens. */
  host: string
  /** Names that it answers to, besides those of this machine and `host`. */
  allowHosts: readonly string[]
  poll: boolean
  /** Name of an editor, its address with `{file}`, or `none`. */
  editor: string
  /** The saved settings of the project are wrong; the ones before are still used. */
  onSettingsError: (error: KnownError) => void
}

export interface Preview extends Pick<Listener, 'url' | 'onLoopback' | 'networkUrls'> {
  /** Rejects on an error that no script caused. */
  readonly ended: Promise<never>
  close(): Promise<void>
}

/**
 * @throws usage error `TOPO_NO_FILES` without scripts, or for an unknown editor; `TOPO_PORT_IN_USE` if the given port is in use.
 */
export async function startPreview(options: PreviewOptions): Promise<Preview> {
  const { project, clock, path, poll, onSettingsError } = options
  const editor = editorAddress(options.editor)
  const { root } = project
  const paths = path === undefined ? [] : [path]
  const files = await findScripts({ ...project, ...project.config, paths })
  const select = (now: Project) => findScripts({ ...now, ...now.config, paths, allowEmpty: true })
  const watched = watchedRoot(root, files)
  const watcher = new ScriptWatcher({
    project,
    clock,
    root: watched,
    poll,
    select,
    editor,
    onSettingsError,
  })
  try {
    await watcher.open(files)
    const { close, ...listener } = await listenFor(watcher, options)
    return {
      ...listener,
      ended: watcher.ended,
      close: async () => void (await Promise.all([close(), watcher.close()])),
    }
  } catch (error) {
    await watcher.close()
    throw error
  }
}

async function listenFor(
  watcher: ScriptWatcher,
  { port, host, allowHosts }: PreviewOptions,
): Promise<Listener> {
  const app = previewApp(watcher, [host, ...allowHosts])
  const open = (at: number) =>
    listen((request, _, arrival) => app.fetch(request, arrival), {
      port: at,
      host,
      who: 'The preview',
    })
  try {
    return await open(port ?? defaultPort)
  } catch (error) {
    const isTaken = error instanceof KnownError && error.code === 'TOPO_PORT_IN_USE'
    if (port === undefined && isTaken) return open(0)
    throw error
  }
}

/** A named script may be outside the project. */
function watchedRoot(root: string, files: readonly string[]): string {
  const outside = files.find((file) => !isBelow(root, file))
  return outside === undefined ? root : dirname(outside)
}
