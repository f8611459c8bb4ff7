/** What GitHub draws of Mermaid. */
import { expect, test } from 'vitest'
import { mermaidRefusal } from '../../../../src/render/index.ts'

test.each([
  [500, 50_000, undefined],
  [501, 10, expect.stringContaining('it has 501 connections, the maximum is 500.')],
  [1, 50_001, expect.stringContaining('it has 50,001 characters, the maximum is 50,000.')],
])('%i connections in %i characters', (edges, characters, refusal) => {
  expect(mermaidRefusal(edges, 'x'.repeat(characters))).toEqual(refusal)
})
