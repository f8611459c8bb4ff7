/** The process of esbuild has limits, knows no keys, and ends with topo. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import esbuild from 'esbuild'
import { afterEach, describe, expect, test } from 'vitest'
import {
  EsbuildEnded,
  EsbuildRunner,
  NO_WARNINGS,
  startLimited,
} from '../../src/platform/node/run-esbuild.ts'

const MIB = 2 ** 20

/** Doubles a text with each member: esbuild itself would compute gigabytes. */
const explosive = () => {
  const members = Array.from({ length: 40 }, (_, at) => `A${at + 1} = A${at} + A${at}`)
  return `enum E { A0 = "x", ${members.join(', ')} } console.log(E.A40)`
}

const transformed = (runner: EsbuildRunner, text: string) =>
  runner.run((service) => service.transform(text, { loader: 'ts' })).then(({ code }) => code)

afterEach(() => esbuild.stop())

describe('esbuild', () => {
  // Windows has no limit of memory.
  test('ends at its limit of memory, and only the text that needed it fails', {
    tags: 'posix',
  }, async () => {
    const runner = new EsbuildRunner({ memory: 1_400 * MIB })
    const results = await Promise.allSettled([
      transformed(runner, 'let a: number'),
      transformed(runner, explosive()),
      transformed(runner, 'let b: string'),
    ])
    expect(results).toMatchObject([
      { value: 'let a;\n' },
      { reason: expect.any(EsbuildEnded) },
      { value: 'let b;\n' },
    ])
    expect(await transformed(runner, 'let c: unknown')).toBe('let c;\n')
  })

  test('ends after its time, which is told as that of the machine, and starts again', async () => {
    const runner = new EsbuildRunner({ timeoutMs: 300 })
    const endless = runner.run(() => new Promise(() => {}))
    await expect(endless).rejects.toMatchObject({ code: 'TOPO_BUSY' })
    const next = new EsbuildRunner()
    expect(await transformed(next, 'let a: number')).toBe('let a;\n')
  })

  test.each([
    'x === NaN;',
    'typeof x === "a";',
    'y = { a: 1, a: 1 };',
    'k = 1;',
    'x === -0;',
    'x === [];',
    'if (!x in y) {}',
    'switch (x) { case 1: case 1: }',
    'class A { b() {} b() {} }',
    'a ?? b || c;',
    'import.meta;',
    'require;',
    'this;',
    '/(?<=a)/v;',
  ])('returns no warnings, each with a copy of its line: %s', async (text) => {
    const options = { loader: 'ts', logLevel: 'silent', target: 'es2022' } as const
    const runner = new EsbuildRunner()
    const code = `const k = 0; export {}; ${text}`
    const result = await runner.run((service) =>
      service
        .transform(code, { ...options, logOverride: NO_WARNINGS })
        .catch(({ errors }) => errors),
    )
    expect(result.warnings ?? []).toEqual([])
  })
})

/** The portable esbuild is started by this word. */
const inNode = (code: string) =>
  startLimited(spawn, { command: 'node', args: ['-e', code], options: {}, memory: 512 * MIB })

describe('a limited process', () => {
  test('gets nothing of the environment that programs do not need', async () => {
    process.env.TOPO_API_KEY = 'ca_secret'
    try {
      const child = inNode('console.log(JSON.stringify(Object.keys(process.env)))')
      const [text] = await once(child.stdout as NodeJS.ReadableStream, 'data')
      const allowed = /^(SystemRoot|windir|TEMP|TMP|PWD|OLDPWD|SHLVL|_|__CF_USER_TEXT_ENCODING)$/i
      const names = JSON.parse(String(text)) as string[]
      expect(names.filter((name) => !allowed.test(name))).toEqual([])
      child.stdio[3]?.destroy()
    } finally {
      delete process.env.TOPO_API_KEY
    }
  })

  test('ends when this process closes its side, even while it computes', {
    tags: 'posix',
  }, async () => {
    const child = inNode('console.log(process.pid); setTimeout(() => { for (;;); })')
    const [text] = await once(child.stdout as NodeJS.ReadableStream, 'data')
    const pid = Number(String(text))
    expect(isRunning(pid)).toBe(true)
    const ended = once(child, 'exit')
    child.stdio[3]?.destroy()
    await ended
    while (isRunning(pid)) await wait(20)
  })

  test('ends WebAssembly that needs too much memory', async () => {
    const child = inNode(
      `try { new WebAssembly.Memory({ initial: 1 }).grow(9000); console.log('grew') } catch { console.log('refused') }`,
    )
    const [text] = await once(child.stdout as NodeJS.ReadableStream, 'data')
    expect(String(text).trim()).toBe('refused')
    child.stdio[3]?.destroy()
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
