/** The preview behind a port of this machine, which nobody else can reach. */
import { dirname } from 'node:path'
import { KnownError } from '../errors.ts'
import { listen } from '../listen.ts'
import type { Project } from '../project/config/project.ts'
import { isBelow } from '../project/files/path-containment.ts'
import { findScripts } from '../project/select/find.ts'
import { previewApp } from './app.ts'
import { Desk } from './desk.ts'

/** Where it is if nobody says otherwise, so a page that is open finds it again. */
const usualPort = 4020

export interface PreviewOptions {
  project: Project
  /** A file, folder or pattern; undefined is the whole project. */
  path: string | undefined
  /** Undefined takes the usual one, or any where that is taken. */
  port: number | undefined
  poll: boolean
}

export interface Preview {
  readonly url: string
  /** Settles when something went wrong that is nobody's script. */
  readonly ended: Promise<never>
  close(): Promise<void>
}

/** @throws usage error `TOPO_NO_FILES` where there is nothing to look at, `TOPO_PORT_IN_USE` for a port that was asked for. */
export async function startPreview({ project, path, port, poll }: PreviewOptions): Promise<Preview> {
  const { root, cwd, ignored } = project
  const { include, exclude } = project.config
  const options = { root, cwd, paths: path === undefined ? [] : [path], include, exclude, ignored }
  const files = await findScripts(options)
  const select = () => findScripts({ ...options, allowEmpty: true })
  const desk = new Desk({ project, root: followed(root, files), poll, select })
  const app = previewApp(desk)
  const open = (at: number) => listen(app.fetch, { port: at, host: '127.0.0.1', who: 'The preview' })
  try {
    await desk.open(files)
    const { url, close } = await open(port ?? usualPort).catch((error) => {
      const isTaken = error instanceof KnownError && error.code === 'TOPO_PORT_IN_USE'
      if (port === undefined && isTaken) return open(0)
      throw error
    })
    return { url, ended: desk.ended, close: async () => void (await Promise.all([close(), desk.close()])) }
  } catch (error) {
    await desk.close()
    throw error
  }
}

/** A script that was named need not be in the project. */
function followed(root: string, files: readonly string[]): string {
  const outside = files.find((file) => !isBelow(root, file))
  return outside === undefined ? root : dirname(outside)
}
