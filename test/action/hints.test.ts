/** Every hint of the rooms that a step runs is read as a step shows it: with inputs, without flags and logins. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { hintInWorkflowWords } from '../../src/action/workflow-words.ts'

const src = resolve(import.meta.dirname, '../../src')
/** Rooms and folders that no step reaches, or that other programs show. */
const ELSEWHERE =
  /^(?:commands|mcp|lsp|preview|mock|exports|start|query)\/|^cli\/(?:help|doctor|init|completion|command)\/|^cli\/service\/(?:config|login|profiles)\b/

/** Texts of the property `hint`, with a word in the place of what is computed. */
const hints = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !ELSEWHERE.test(name))
  .flatMap((name) => {
    const text = readFileSync(join(src, name), 'utf8')
    return [...text.matchAll(/\b(?:hint|Hint)\b[^'"`\n]*\n?\s*(?:'([^'\n]+)'|`([^`]+)`)/g)].map(
      ([, plain, template]) =>
        [name, plain ?? template?.replace(/\$\{[^}]*\}/g, 'X') ?? ''] as const,
    )
  })

test('no hint leads a workflow to a flag, a login or a terminal', () => {
  expect(hints.length).toBeGreaterThan(100)
  const misleading = hints.flatMap(([file, hint]) => {
    const shown = hintInWorkflowWords(hint, null) ?? ''
    const unquoted = shown.replace(/"[^"]*"|`[^`]*`/g, '')
    return /(?:^|\s)--[a-z]/.test(unquoted) ||
      /"topo (?:login|logout|config)\b|on a terminal/i.test(shown)
      ? [`${file}: ${shown}`]
      : []
  })
  expect(misleading).toEqual([])
})
