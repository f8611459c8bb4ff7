/** The status view of `topo watch` on a terminal. */
// @module-tag terminal
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneOf, testAll } from '../../cases.ts'
import { as, edit, fault } from '../control.ts'
import { folder, mock, put, script } from '../topo.ts'
import { watchOnScreen, watchOnWarmScreen } from './screen.ts'

const shop = script('shop')
const wrong = (id: string) => script(id).replace(`'${id}-db', {`, `'${id}-bd', {`)
const count = (text: string, what: string) => text.split(what).length - 1

/** In a warm host: nothing that the system does with keys or the size of the window. */
async function lookingWarm(files: Record<string, string>) {
  const { url, stop } = await mock()
  const cwd = folder({ '.git/HEAD': '', ...files })
  const screen = await watchOnWarmScreen({ cwd, env: as(url) })
  return { ...screen, url, stop, save: (name: string, text: string) => put(join(cwd, name), text) }
}

async function looking(
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

test('F13: the view updates one row per script; Ctrl-C prints the last state and exits 0', async () => {
  const { shows, text, lines, raw, cursor, type, closed, save } = await looking({
    'shop.topology.js': shop,
    'orders.topology.js': script('orders'),
  })
  await shows(
    /^\nwatching 2 scripts, until Ctrl-C\n {2}orders {2}created \d+ s ago\n {2}shop {4}created \d+ s ago$/,
  )
  save('shop.topology.js', `${shop}// more\n`)
  await shows(/ {2}shop {4}uploaded \d+ s ago/)
  await shows(/ {2}shop {4}uploaded (?![01] s)\d+ s ago/)
  expect(count(text(), 'watching')).toBe(1)
  type('\u0003')
  expect(await closed).toBe(0)
  // Back on the normal screen, which was not cleared.
  await shows(
    /^\nwatching 2 scripts, until Ctrl-C\n {2}orders {2}created \d+ s ago\n {2}shop {4}uploaded \d+ s ago$/,
  )
  expect(raw()).not.toMatch(/\u001B\[[23]J/)
  expect(raw().lastIndexOf('\u001B[?25h')).toBeGreaterThan(raw().lastIndexOf('\u001B[?25l'))
  expect(cursor()).toEqual({
    line: lines().findIndex((line) => line.includes('shop')) + 1,
    column: 0,
  })
})

test('results after Ctrl-C are not drawn', async () => {
  const { url, shows, save, interrupt, closed, raw } = await lookingWarm({
    'shop.topology.js': shop,
  })
  await shows('created')
  await fault(url, { method: 'PATCH', path: '/v1/scripts/*', latencyMs: 800 })
  save('shop.topology.js', `${shop}// more\n`)
  await shows('checking')
  interrupt()
  expect(await closed).toBe(0)
  expect(raw().lastIndexOf('1049h')).toBeLessThan(raw().lastIndexOf('1049l'))
  await shows('checking')
})

testAll('typed text does not stay on the screen', async () => {
  const { shows, type } = await looking({ 'shop.topology.js': shop })
  await shows('created')
  type('\r\rhello\r')
  await shows('hello')
  await shows(/^\nwatching 1 script, until Ctrl-C\n {2}shop {2}created \d+ s ago$/)
})

test('a small window counts the hidden scripts; Ctrl-Z restores the terminal, and fg draws the view again', {
  tags: 'signals',
}, async () => {
  // The system stops only a program that a shell with job control has started.
  const line = 'set -m; "$@"; echo stopped; read -r; fg'
  const ids = Array.from({ length: 18 }, (_, n) => `s${n}`)
  const files = Object.fromEntries(ids.map((id) => [`${id}.topology.js`, script(id)]))
  const { shows, lines, raw, type } = await looking(files, [], { cols: 30, rows: 8 }, line)
  await shows(/and 13 more: 13 uploaded$/)
  expect(lines().length).toBe(8)
  type('\u001A')
  await shows('stopped')
  const stopped = raw()
  expect(stopped.lastIndexOf('\u001B[?1049l\u001B[?25h')).toBeGreaterThan(
    stopped.lastIndexOf('1049h'),
  )
  // A view that still runs draws every second.
  await setTimeout(1500)
  expect(raw()).toBe(stopped)
  type('\r')
  await expect.poll(() => raw().lastIndexOf('1049h') > raw().lastIndexOf('1049l')).toBe(true)
  await shows(/and 13 more: 13 uploaded$/)
})

test('findings are below the table; then a conflict pauses the script, then an outage is one line', async () => {
  const { url, stop, shows, text, save, interrupt, closed } = await lookingWarm({
    'shop.topology.js': shop,
  })
  await shows('created')
  save('shop.topology.js', wrong('shop'))
  await shows(
    / {2}shop {2}1 error {2}not sent until fixed\n\nshop\.topology\.js:5:10 {2}"shop-bd" .+\n +Did/,
  )
  save('shop.topology.js', `${shop}// fixed\n`)
  await shows(/ {2}shop {2}uploaded \d+ s ago$/)
  expect(text()).not.toContain('shop.topology.js:5')

  await edit(url, ({ scripts }) => {
    const row = scripts?.find(({ slug }) => slug === 'shop')
    Object.assign(row ?? {}, { description: 'theirs', updatedAt: '2030-01-01T00:00:00.000Z' })
  })
  save('shop.topology.js', `${shop}// mine\n`)
  // A busy machine may report the save twice. Then the second check, which lists the scripts, says "both sides".
  await shows(
    / {2}shop {2}conflict: changed on (the service since it was last read|both sides) {2}pull or push it\n\nshop: .+Pull with --merge/,
  )

  await stop()
  save('shop.topology.js', `${shop}// unsent\n`)
  await shows(
    /until Ctrl-C\nwaiting for the service: .+\n(.+\n)? {2}shop {2}waiting {2}sent when the service answers again$/,
  )
  save('late/new.topology.js', wrong('new'))
  await shows(/watching 2 scripts[\s\S]+ {2}new {3}1 error/)
  interrupt()
  // The service stays away: waiting for it would exceed the timeout of the test.
  expect(await closed).toBe(0)
})

testAll('the view follows changes of the window size', async () => {
  const ids = Array.from({ length: 18 }, (_, n) => `shop-number-${n}`)
  const { shows, text, lines, resize } = await looking(
    Object.fromEntries(
      ids.map((id, n) => [`${id}.topology.js`, n === 11 ? wrong(id) : script(id)]),
    ),
    [],
    { cols: 100, rows: 60 },
  )
  await shows(
    /watching 18 scripts[\s\S]+shop-number-9 +created[\s\S]+shop-number-11\.topology\.js:5:10/,
  )
  resize(40, 60)
  await shows(/ {2}shop-number-0 {2}created \d+ s ago\n/)
  await expect
    .poll(() => Math.max(...lines().map((line) => line.trimEnd().length)))
    .toBeLessThan(40)
  expect(count(text(), 'watching')).toBe(1)
  resize(100, 60)
  await shows(/shop-number-11 +1 error {2}not sent/)
  expect(count(text(), 'watching 18 scripts')).toBe(1)
  resize(100, 12)
  await shows(
    / {2}shop-number-11 +1 error[\s\S]+ {2}and 13 more: 13 uploaded\n\nshop-number-11\.topology/,
  )
})

const colours = /\u001B\[[\d;]*m/
const view = /watching 1 script, until Ctrl-C\n {2}shop {2}created/
const cursorMoves = /\u001B\[\??\d*[ABJKhl]/
const log =
  /\d\d:\d\d:\d\d {2}watching +1 script, until Ctrl-C\n[\s\S]*\d\d:\d\d:\d\d {2}created +shop\.topology\.js {2}\d+ ms/

test.each(
  oneOf(3, [
    ['--no-color', ['--no-color'], {}, { shown: view, none: colours }],
    ['NO_COLOR', [], { NO_COLOR: '1' }, { shown: view, none: colours }],
    ['--quiet', ['--quiet'], {}, { shown: log, none: cursorMoves }],
    ['CI', [], { CI: 'true' }, { shown: log, none: cursorMoves }],
    ['TERM=dumb', [], { TERM: 'dumb' }, { shown: log, none: cursorMoves }],
    ['--debug', ['--debug'], {}, { shown: log, none: cursorMoves }],
  ] as const),
)(
  '%s: the view without colours, or a line for each thing that happens',
  async (_, args, extra, { shown, none }) => {
    const { url } = await mock()
    const cwd = folder({ '.git/HEAD': '', 'shop.topology.js': shop })
    const { shows, raw, interrupt, closed } = await watchOnWarmScreen(
      { cwd, env: { ...as(url), ...extra } },
      [...args],
    )
    await shows(shown)
    expect(raw()).not.toMatch(none)
    interrupt()
    expect(await closed).toBe(0)
  },
)
