/** What `topo watch` shows on a terminal without colours, or where nothing may be redrawn. */
// @module-tag terminal
import { expect, test } from 'vitest'
import { oneOf } from '../../cases.ts'
import { as } from '../control.ts'
import { folder, mock } from '../topo.ts'
import { shop } from './looking.ts'
import { watchOnWarmScreen } from './screen.ts'

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
