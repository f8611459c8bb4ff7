/** A running `topo watch`, whose events a test waits for. */
import { join } from 'node:path'
import { expect } from 'vitest'
import type { MockOptions } from '../../../src/exports/mock.ts'
import { as, rows, writes } from '../control.ts'
import { folder, mock, put, script, startLive } from '../topo.ts'

interface WatchLine {
  type: string
  path?: string
  action?: string
  [more: string]: unknown
}

/** A running watch; the test waits for its events in order. */
export async function watching(
  files: Record<string, string>,
  args: string[] = [],
  service: MockOptions = {},
) {
  const { url, stop } = await mock(service)
  return { ...(await watchingAt(url, files, args)), stop }
}

export async function watchingAt(url: string, files: Record<string, string>, args: string[] = []) {
  const cwd = folder({ '.git/HEAD': '', ...files })
  const child = await startLive(['watch', '--json', ...args], { cwd, env: as(url) })
  const events: WatchLine[] = []
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    events.push(...lines.map((line) => JSON.parse(line) as WatchLine))
  })
  const closed = child.ended.then(({ code }) => code)
  let read = 0
  /** The next event of this type; earlier events are skipped. */
  const next = async (type: string, path?: string): Promise<WatchLine> => {
    const isIt = (one: WatchLine, index: number) =>
      index >= read && one.type === type && (path === undefined || one.path === path)
    await expect
      .poll(() => events.findIndex(isIt), { timeout: 10_000, interval: 10 })
      .toBeGreaterThanOrEqual(0)
    read = events.findIndex(isIt) + 1
    return events[read - 1] as WatchLine
  }
  const save = (name: string, text: string) => put(join(cwd, name), text)
  const remote = async (slug: string) =>
    (await rows(url, 'scripts')).find((row) => row.slug === slug) as unknown as {
      code: string
      readme: string | null
      id: string
    }
  await next('watching')
  return { url, cwd, child, events, closed, next, save, remote }
}

export const shop = script('shop')
export const changed = (label: string) => shop.replace("'Web'", `'${label}'`)

export const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
export const methods = async (url: string) => (await writes(url)).map((line) => line.split(' ')[0])
