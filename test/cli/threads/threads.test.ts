/** Enough scripts to start threads: results and order are the same as with one thread. */
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { isAll, oneOf } from '../../cases.ts'
import { folder, start, topo } from '../topo.ts'

/** Long enough that 80 of them start threads. */
const script = (last: string) => `const t = new TopologyBuilder(true)
t.createProcess({ id: 'n0', label: 'A' })
t.createProcess({ id: 'n1', label: 'B' })
// ${'x'.repeat(140_000)}
${last}
`
const sound = script("t.connect('n0', 'n1')\nawait t.apply()")
/** Verdicts of an earlier run need no thread. */
const validateAll = ['validate', '--quiet', '--no-cache']
const named = (n: number) => `s${String(n).padStart(3, '0')}.topology.js`

test('threads report the findings of each script, in the order of the files', async () => {
  const scripts = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [named(n), sound]))
  const cwd = folder({
    ...scripts,
    [named(7)]: script("t.connect('n0', 'nobody')\nawait t.apply()"),
    [named(40)]: '/** @topo\nname: [\n*/\nawait 1',
    // Its 200 million steps take seconds.
    ...(isAll && { [named(77)]: script('for (;;) {}') }),
    [named(79)]: script("throw new Error('no')"),
  })
  const { code, stdout, stderr } = await topo([...validateAll, '--format', 'json'], { cwd })
  expect([code, stderr]).toEqual([1, ''])
  const { files } = JSON.parse(stdout) as {
    files: { path: string; findings: { rule: string }[] }[]
  }
  expect(files.map(({ path }) => path)).toEqual(Object.keys(scripts))
  const errors = files.flatMap(({ path, findings }) => findings.map(({ rule }) => [path, rule]))
  const expected = ['known-connection-ends', 'timeout', 'runtime']
  expect(errors.filter(([, rule]) => expected.includes(rule as string))).toEqual([
    [named(7), 'known-connection-ends'],
    ...(isAll ? [[named(77), 'timeout']] : []),
    [named(79), 'runtime'],
  ])
}, 60_000)

test('threads are for several scripts: one has none, however large it is', async () => {
  // Reports each thread that is started.
  const preload = `
    import threads from 'node:worker_threads'
    import { syncBuiltinESMExports } from 'node:module'
    threads.Worker = class extends threads.Worker {
      constructor(...options) { super(...options); process.stderr.write('thread\\n') }
    }
    syncBuiltinESMExports()`
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` }
  const validate = async (count: number) => {
    // The longest that is checked at all.
    const text = `${sound}// ${'x'.repeat(3_800_000)}\n`
    const scripts = Array.from({ length: count }, (_, n) => [named(n), text])
    const cwd = folder(Object.fromEntries(scripts))
    const { code, stderr } = await topo(validateAll, { cwd, env })
    return { code, startsThreads: stderr.includes('thread\n') }
  }
  expect(await validate(1)).toEqual({ code: 0, startsThreads: false })
  expect(await validate(3)).toEqual({ code: 0, startsThreads: availableParallelism() > 1 })
})

test.each(oneOf(2, [3, 80]))(
  'Ctrl-C stops the threads too, even with %i endless scripts',
  { tags: 'signals', timeout: 30_000 },
  async (count) => {
    // The threads get the first scripts; the command validates the others itself.
    const scripts = Object.fromEntries(
      Array.from({ length: 80 }, (_, n) => [named(n), n < count ? script('for (;;) {}') : sound]),
    )
    const child = start(validateAll, { cwd: folder(scripts) })
    setTimeout(() => child.kill('SIGINT'), 1000)
    const ended = await new Promise((done) =>
      child.on('close', (code, signal) => done([code, signal])),
    )
    // A shell shows 130 for both: topo has ended itself if it had not begun to compute.
    expect([
      [null, 'SIGINT'],
      [130, null],
    ]).toContainEqual(ended)
  },
)
