/** The lines around a drawing on a terminal. */
import { expect, test } from 'vitest'
import { Channel } from '../../../../src/cli/io/channel.ts'
import { readEnvironment } from '../../../../src/cli/io/process/environment.ts'
import { systemClock } from '../../../../src/clock.ts'
import { terminalDrawing } from '../../../../src/commands/script/render/terminal-drawing.ts'
import { drawing, pictureOf } from '../../../render/pictures.ts'

const terminal = (columns: number) =>
  new Channel({ isTTY: true, columns } as NodeJS.WriteStream, systemClock, false)

const parallel = drawing(`t.createProcess({ id: 'a', label: 'A' })
t.createProcess({ id: 'b', label: 'B' })
t.connect('a', 'b', { label: 'the first of three long texts' })
t.connect('a', 'b', { label: 'the second of three long texts' })
t.connect('a', 'b', { label: 'the third of three long texts' })`)

test('a drawing says how many texts have no room, and who has them', async () => {
  const picture = await pictureOf(parallel, 'Shop')
  expect(terminalDrawing(picture, terminal(200), 'C')).toMatch(/^Shop\n\n[\s\S]*\+\n? *$/)
  const place = picture.edges[0]?.tag
  /** As if the layout had the first texts at one place. */
  const withTexts = (count: number) => ({
    ...picture,
    edges: picture.edges.map((edge, at) => ({
      ...edge,
      tag: edge.tag && place && at < count ? { ...edge.tag, x: place.x, y: place.y } : edge.tag,
    })),
  })
  expect(terminalDrawing(withTexts(2), terminal(200), 'C')).toMatch(
    /\n\n1 text of a connection has no room\. --format text has all of them\.$/,
  )
  expect(terminalDrawing(withTexts(3), terminal(200), 'C')).toMatch(
    /\n\n2 texts of connections have no room\. --format text has all of them\.$/,
  )
})

test.each([
  [{}, '│'],
  [{ LANG: 'de_DE.UTF-8' }, '│'],
  [{ LANG: 'C', LC_CTYPE: 'C.utf8' }, '│'],
  [{ LANG: 'C', LC_CTYPE: 'C', LC_ALL: 'C.UTF-8' }, '│'],
  [{ LC_ALL: 'C', LC_CTYPE: 'C.UTF-8', LANG: 'C.UTF-8' }, '|'],
  [{ LC_CTYPE: 'POSIX' }, '|'],
  [{ LANG: 'de_AT@euro' }, '|'],
])('where the locale is %j, the lines are %s', { tags: 'posix' }, async (env, line) => {
  const { locale } = readEnvironment(env)
  expect(terminalDrawing(await pictureOf(parallel), terminal(200), locale)).toContain(` ${line} `)
})

test('a terminal that is too narrow has no drawing', async () => {
  expect(terminalDrawing(await pictureOf(parallel), terminal(20), 'C')).toBeUndefined()
})
