/**
 * Every hint of the rooms behind an editor is read as a finding shows it: an editor has no flags.
 */
import { expect, test } from 'vitest'
import { hintsIn, unquoted } from '../hints.ts'

const REACHED =
  /^(?:topology|validator|render|limits)\/|^files\/(?!git)|^project\/(?:check|config|icons|script)\/|^within-time/

test('no hint leads an editor to a flag', () => {
  const hints = hintsIn((file) => REACHED.test(file))
  expect(hints.length).toBeGreaterThan(20)
  const misleading = hints.filter(([, hint]) =>
    hint
      .split(/(?<=[.!?]) +/)
      .some(
        (sentence) =>
          /(?:^|[\s(])--[a-z]/.test(unquoted(sentence)) &&
          !sentence.startsWith('On the command line'),
      ),
  )
  expect(misleading).toEqual([])
})
