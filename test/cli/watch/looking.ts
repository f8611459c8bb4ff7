/** A project whose `topo watch` shows its view. */
import { join } from 'node:path'
import { as } from '../control.ts'
import { folder, mock, put, script } from '../topo.ts'
import { watchOnScreen, watchOnWarmScreen } from './screen.ts'

export const shop = script('shop')
export const wrong = (id: string) => script(id).replace(`'${id}-db', {`, `'${id}-bd', {`)
export const count = (text: string, what: string) => text.split(what).length - 1

/** In a warm host: nothing that the system does with keys or the size of the window. */
export async function lookingWarm(files: Record<string, string>) {
  const { url, stop } = await mock()
  const cwd = folder({ '.git/HEAD': '', ...files })
  const screen = await watchOnWarmScreen({ cwd, env: as(url) })
  return { ...screen, url, stop, save: (name: string, text: string) => put(join(cwd, name), text) }
}

export async function looking(
  files: Record<string, string>,
  args: string[] = [],
  size?: { cols: number; rows: number },
  line?: string,
) {
  const { url, stop } = await mock()
  const cwd = folder({ '.git/HEAD': '', ...files })
  const screen = watchOnScreen({ cwd, env: as(url) }, args, size, line)
  return {
    ...screen,
    url,
    stop,
    cwd,
    save: (name: string, text: string) => put(join(cwd, name), text),
  }
}
