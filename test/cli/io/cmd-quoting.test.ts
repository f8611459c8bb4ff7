/** Words reach the program behind a batch file as they are, and none of them is a command. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batchCommandLine } from '../../../src/cli/io/process/run-child.ts'
import { cases } from '../../cases.ts'
import { hostileWords } from './hostile-words.ts'

/** How `cmd.exe` reads a line: `^` makes the next character ordinary, quotes what is between them. */
function readByCmd(line: string): { text: string; commands: number } {
  let text = ''
  let quoted = false
  let commands = 1
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string
    if (char === '^' && !quoted) text += line[++at] ?? ''
    else if (!quoted && '&|<>'.includes(char)) commands++
    else {
      if (char === '"') quoted = !quoted
      text += char
    }
  }
  return { text, commands }
}

const slashesAt = (line: string, at: number): number => /^\\*/.exec(line.slice(at))?.[0].length ?? 0

/** How programs of Windows read their command line. */
function readByProgram(line: string): string[] {
  const words: string[] = []
  let word = ''
  let isWord = false
  let quoted = false
  const endWord = () => {
    if (isWord) words.push(word)
    word = ''
    isWord = false
  }
  for (let at = 0; at < line.length; at++) {
    const slashes = slashesAt(line, at)
    const char = line[at + slashes]
    if (slashes === 0 && char === ' ' && !quoted) {
      endWord()
      continue
    }
    isWord = true
    if (char === '"') {
      word += '\\'.repeat(slashes / 2) + '"'.repeat(slashes % 2)
      if (slashes % 2 === 0) quoted = !quoted
      at += slashes
    } else if (slashes > 0) {
      word += '\\'.repeat(slashes)
      at += slashes - 1
    } else word += char
  }
  endWord()
  return words
}

const file = 'C:\\Program Files\\nodejs\\npm.cmd'

/** What a program gets from `"program" %*` in the batch file. */
function wordsBehind(words: readonly string[]): string[] {
  const line = batchCommandLine(file, words)
  expect([line[0], line.at(-1)]).toEqual(['"', '"'])
  const outer = readByCmd(line.slice(1, -1))
  expect(outer.commands).toBe(1)
  expect(outer.text.startsWith(`"${file}"`)).toBe(true)
  const inner = readByCmd(outer.text.slice(`"${file}"`.length))
  expect(inner.commands).toBe(1)
  return readByProgram(inner.text.trimStart())
}

describe('a batch file passes on', () => {
  test.each(hostileWords)('%j', (word) => {
    expect(wordsBehind(['run', word, 'end'])).toEqual(['run', word, 'end'])
  })

  test('any words', () => {
    const word = fc.string({ unit: fc.constantFrom(...'a "\\^&|<>%!(),;=\'`') })
    const property = fc.property(fc.array(word), (words) => {
      expect(wordsBehind(words)).toEqual(words)
    })
    fc.assert(property, { numRuns: cases(5000) })
  })
})

test('no variable is put into a word: each % has a ^ behind it', () => {
  expect(batchCommandLine('C:\\run.cmd', ['%PATH%'])).toBe('""C:\\run.cmd" ^^^"^^^%PATH^^^%^^^""')
})
