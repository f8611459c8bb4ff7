/** `watch` sends every save on a service without revisions, and none over a change of somebody else. */
import { describe, expect, test } from 'vitest'
import { startLive } from '../cli/topo.ts'
import { edited, project, worlds } from './worlds.ts'

interface WatchLine {
  type: string
  action?: string
}

async function watching(document: (typeof worlds)[number][1]) {
  const folder = await project(document)
  const child = await startLive(['watch', '--json'], { cwd: folder.cwd, env: folder.env })
  const events: WatchLine[] = []
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    events.push(...lines.filter((line) => line !== '').map((line) => JSON.parse(line) as WatchLine))
  })
  let read = 0
  /** The next event but those about its progress. */
  const next = async () => {
    const isNews = ({ type: lineType }: WatchLine) => lineType !== 'checking'
    const find = () => events.findIndex((event, at) => at >= read && isNews(event))
    await expect.poll(find, { timeout: 20_000, interval: 20 }).toBeGreaterThanOrEqual(0)
    read = find() + 1
    const { type, action } = events[read - 1] as WatchLine
    return [type, action]
  }
  expect(await next()).toEqual(['watching', undefined])
  return { ...folder, next }
}

describe.each(worlds)('%s', (_name, document) => {
  test('watch pauses at a change of somebody else, and goes on after a pull', {
    timeout: 60_000,
  }, async () => {
    const { next, save, change, code, ok, written } = await watching(document)
    expect(await next()).toEqual(['sent', 'created'])
    save(edited('One'))
    expect(await next()).toEqual(['sent', 'updated'])
    change('shop', { code: edited('Theirs') })
    written()
    save(edited('Two'))
    expect((await next())[0]).toBe('conflict')
    expect([written(), code()]).toEqual([[], edited('Theirs')])
    await ok('pull', 'shop', '--force')
    await new Promise((done) => setTimeout(done, 300))
    save(edited('Ours'))
    await expect.poll(code, { timeout: 20_000 }).toBe(edited('Ours'))
  })
})
