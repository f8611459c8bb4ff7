/** The status view of `topo watch` in a window of any size, and what is typed there. */
// @module-tag terminal
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testAll } from '../../cases.ts'
import { script } from '../topo.ts'
import { count, looking, shop, wrong } from './looking.ts'

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
