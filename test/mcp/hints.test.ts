/**
 * Every hint of the rooms behind the tools is read as an assistant gets it: it names tools, or a
 * person at a terminal.
 */
import { expect, test } from 'vitest'
import { KnownError } from '../../src/errors.ts'
import { failureResult } from '../../src/mcp/error-result.ts'
import { hintsIn } from '../hints.ts'

const REACHED =
  /^(?:api|sync|project|review|render|topology|query|files|limits|mcp)\/|^cli\/service\//

const shownTo = (hint: string, code: KnownError['code'] = 'TOPO_REFUSED') => {
  const error = new KnownError('It failed.', { code, exitCode: 1, hint })
  const [content] = failureResult(error, 'show_diagram').content
  const text = content?.type === 'text' ? content.text : ''
  return text.split('\n').slice(1).join('\n')
}

test('a hint for a terminal is for the person, and no tool is a command', () => {
  const hints = hintsIn((file) => REACHED.test(file))
  expect(hints.length).toBeGreaterThan(80)
  const misleading = hints.flatMap(([file, hint]) => {
    const shown = shownTo(hint)
    const isForTerminal = /["`]topo [a-z]|(?:^|[\s(])--[a-z]/.test(shown)
    const isForPerson = /person|assistant/i.test(shown)
    return /command again/.test(shown) || (isForTerminal && !isForPerson)
      ? [`${file}: ${shown}`]
      : []
  })
  expect(misleading).toEqual([])
})

test('what a person repeats is a call of a tool', () => {
  expect(shownTo('It may have been sent. Run the same command again to check.')).toBe(
    'hint: It may have been sent. Call the tool again to check.',
  )
  expect(shownTo('Raise --budget.', 'TOPO_BUDGET_USED')).toContain('a larger TOPO_BUDGET')
  expect(shownTo('"topo diff X" shows it.', 'TOPO_FIELDS_KEPT')).toContain('diff_diagram')
})
