/** System errors are said in our words. */
import { expect, test } from 'vitest'
import { systemReason } from '../../src/text/system-reason.ts'

const failure = (code: string, cause?: unknown) =>
  Object.assign(new Error('listen EACCES: words of Node', { cause }), { code })

test.each<[error: unknown, words: string]>([
  [failure('ENOENT'), 'it does not exist'],
  [failure('EACCES'), 'there is no permission'],
  [new TypeError('fetch failed', { cause: failure('ECONNREFUSED') }), 'nothing listens there'],
  [
    new TypeError('fetch failed', { cause: failure('ERR_X', failure('ETIMEDOUT')) }),
    'it took too long',
  ],
  [Object.assign(new Error('Request timed out'), { name: 'TimeoutError' }), 'it took too long'],
  [failure('EWHATEVER'), 'the system reports EWHATEVER'],
  [failure('not a code; words'), 'the system gave no reason'],
  [new Error('words'), 'the system gave no reason'],
  ['words', 'the system gave no reason'],
])('%s', (error, words) => expect(systemReason(error)).toBe(words))
