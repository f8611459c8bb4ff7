/** The status view of `topo watch` on a terminal. */
// @module-tag terminal
import { expect, test } from 'vitest'
import { edit, fault } from '../control.ts'
import { script } from '../topo.ts'
import { count, looking, lookingWarm, shop, wrong } from './looking.ts'

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
    / {2}shop {2}conflict: changed on (the service since it was last read|both sides) {2}pull or push it\n\nshop: .+Run "topo pull shop --merge"/,
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
