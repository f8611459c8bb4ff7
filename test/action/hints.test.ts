/** Every hint of the rooms that a step runs is read as a step shows it: with inputs, without flags and logins. */
import { expect, test } from 'vitest'
import { hintInWorkflowWords } from '../../src/action/workflow-words.ts'
import { hintsIn, unquoted } from '../hints.ts'

/** Rooms and folders that no step reaches, or that other programs show. */
const ELSEWHERE =
  /^(?:commands|mcp|lsp|preview|mock|exports|start|query)\/|^cli\/(?:help|doctor|init|completion|command)\/|^cli\/service\/(?:config|login|profiles)\b/

const hints = hintsIn((file) => !ELSEWHERE.test(file))

test('no hint leads a workflow to a flag, a login or a terminal', () => {
  expect(hints.length).toBeGreaterThan(100)
  const misleading = hints.flatMap(([file, hint]) => {
    const shown = hintInWorkflowWords(hint, null) ?? ''
    return /(?:^|[\s(])--[a-z]/.test(unquoted(shown)) ||
      /"topo (?:login|logout|config)\b|on a terminal/i.test(shown)
      ? [`${file}: ${shown}`]
      : []
  })
  expect(misleading).toEqual([])
})

test('a step is run again with its job', () => {
  const shown = hints.map(([, hint]) => hintInWorkflowWords(hint, null) ?? '')
  expect(shown.filter((hint) => /command again/.test(hint))).toEqual([])
  expect(shown.filter((hint) => /this job again/.test(hint)).length).toBeGreaterThan(5)
})

test.each([
  [
    'TOPO_BASE_URL_INVALID',
    'Set a URL with "topo login".',
    /^Write an address such as `base-url: /,
  ],
  [
    'TOPO_BUDGET_USED',
    'Raise --budget.',
    /^Run this job again, which continues, or raise `budget`\.$/,
  ],
  ['TOPO_BUG', 'Run the command again with --debug.', /^Please report it at https:/],
  ['TOPO_QUOTA_EXCEEDED', 'Run "topo quota".', /^Run this job again when the quota is free/],
  [
    'TOPO_ADDRESS_UNCONFIRMED',
    'If this is your web app, set TOPO_WEB_URL=https://a.example.com.',
    /^If this is your web app, set `web-url: https:\/\/a\.example\.com`\.$/,
  ],
  [
    'TOPO_SLUG_TAKEN',
    'Choose another name with --drafts, or delete that script.',
    /^Delete that script\.$/,
  ],
])('%s says what to do in a workflow', (code, hint, shown) => {
  expect(hintInWorkflowWords(hint, code)).toMatch(shown)
})
