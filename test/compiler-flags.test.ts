/** V8 refuses code that it compiled under other flags: all of them must be its own again while a module is compiled. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import { expect, test } from 'vitest'

test('V8 knows all flags, and accepts code that it compiled before they were set', () => {
  const program = `
    const { Script } = require('node:vm')
    // V8 compares the length of a text with that of the code, and compiles no text twice.
    const textOf = (digit) => 'function add(a, b) { return a + b } add(1, ' + digit + ')'
    const cachedData = new Script(textOf(1)).createCachedData()
    const isRefused = (digit) => new Script(textOf(digit), { cachedData }).cachedDataRejected
    setQuickFlags()
    console.log(isRefused(2), withStandardFlags(() => isRefused(3)), isRefused(4))`
  const source = readFileSync('src/compiler-flags.ts', 'utf8')
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs' })
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', code + program], {
    encoding: 'utf8',
  })
  expect([stdout, stderr]).toEqual(['true false true\n', ''])
})
