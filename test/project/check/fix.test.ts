/** Edits of findings: carried out where that is safe, in the file as it is. */
import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type CheckedScript, checkScript } from '../../../src/project/check/check.ts'
import { applyFixes, writeFixes } from '../../../src/project/check/fix.ts'
import { type LocalScript, loadScript } from '../../../src/project/script/load.ts'
import { LineIndex } from '../../../src/topology/index.ts'
import { makeFolder } from '../folder.ts'

const good = `const t = new TopologyBuilder(true)
t.createGroup('g', { label: 'G' }).addProcess({ id: 'a', label: 'A' }).autoResize()
await t.apply()
`

type Replacement = readonly [what: RegExp, by: string]

/** What the validator finds, and a rule of our own whose edits replace text by text. */
const checkWith =
  (...replacements: Replacement[]) =>
  async (script: LocalScript): Promise<CheckedScript> => {
    const checked = await checkScript(script)
    const lines = new LineIndex(script.text)
    const own = replacements.flatMap(([what, by]) =>
      Array.from(script.text.matchAll(new RegExp(what, 'gm')), ({ 0: found, index }) => {
        const at = lines.span(index, index + found.length)
        const edit = { at, text: by }
        return {
          rule: 'has-label',
          severity: 'hint' as const,
          message: 'x',
          fix: 'x',
          path: script.path,
          ...at,
          edit,
        }
      }),
    )
    return { script, findings: [...checked.findings, ...own] }
  }

async function mended(text: string, ...replacements: Replacement[]) {
  const folder = makeFolder({ 'topo.config.json': '{}', 'a.topology.js': text })
  const check = checkWith(...replacements)
  const before = await check(await loadScript(folder.at('a.topology.js'), { root: folder.root }))
  const mending = await applyFixes(before, { check })
  if (mending) await writeFixes(mending)
  return { mending, text: readFileSync(folder.at('a.topology.js'), 'utf8') }
}

describe('mending', () => {
  test('puts each text in its place, below a header, whatever lengths change', async () => {
    const header = '/*---\nname: A\n---*/\n'
    const { text, mending } = await mended(header + good, [/'G'/, "'A group'"], [/'A'/, "''"])
    expect(text).toBe(header + good.replace("'G'", "'A group'").replace("'A'", "''"))
    expect(mending?.fixed).toHaveLength(2)
  })

  test('keeps the byte order mark and CRLF, also in what is put in', async () => {
    const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`
    const { text } = await mended(windows(good), [/\)(?=\.autoResize)/, ')\n  '])
    expect(text).toBe(windows(good.replace(').auto', ')\n  .auto')))
  })

  test('goes on until nothing is left to mend', async () => {
    const { text, mending } = await mended(good, [/'G'/, "'H'"], [/'H'/, "'I'"])
    expect([text.includes("'I'"), mending?.fixed.length]).toEqual([true, 2])
  })

  test('comes to an end where edits undo each other', async () => {
    const { mending } = await mended(good, [/'G'/, "'H'"], [/'H'/, "'G'"])
    expect(mending?.fixed).toHaveLength(10)
  })

  test('leaves one of two that overlap for the next time', async () => {
    const { text } = await mended(good, [/label: 'G'/, "label: 'H'"], [/'G' \}/, "'I' }"])
    expect(text).toBe(good.replace("'G'", "'H'"))
  })

  test('does not touch the header', async () => {
    const text = `/*---\nname: G\n---*/\n${good}`
    expect((await mended(text, [/name: G/, 'name: H'])).text).toBe(text)
  })

  test.each([
    ['syntax', 'await '],
    ['a refusal', "t.connect('a', 'ghost'); await "],
    ['an exception', 'throw new Error(); await '],
  ])('is taken back where the script would be worse: %s', async (_what, text) => {
    const by = text === 'await ' ? '(await ' : text
    expect(await mended(good, [/^await /m, by])).toMatchObject({ mending: undefined, text: good })
  })

  test.each([
    ['cannot be read', `${good}(`],
    ['does not run through', `${good}throw new Error()\n`],
    ['is made of others', `import { a } from './b.js'\n${good}`],
    ['has types', good.replace('const t', 'const t: any')],
  ])('leaves a script alone that %s', async (_what, text) => {
    expect(await mended(text, [/'G'/, "'H'"])).toMatchObject({ mending: undefined, text })
  })
})

describe('writing', () => {
  const fromG = checkWith([/'G'/, "'H'"])
  async function mendingOf(file: string, root: string) {
    const mending = await applyFixes(await fromG(await loadScript(file, { root })), { check: fromG })
    if (!mending) throw new Error('nothing was mended')
    return mending
  }

  test('keeps the mode, and a link', async () => {
    const { root, at, read } = makeFolder({ 'topo.config.json': '{}', 'a.topology.js': good })
    chmodSync(at('a.topology.js'), 0o750)
    symlinkSync('a.topology.js', at('b.topology.js'))
    await writeFixes(await mendingOf(at('b.topology.js'), root))
    expect(read('a.topology.js')).toContain("'H'")
    expect(statSync(at('a.topology.js')).mode & 0o777).toBe(0o750)
  })

  test('does not overwrite what was written meanwhile', async () => {
    const { root, at, read } = makeFolder({ 'topo.config.json': '{}', 'a.topology.js': good })
    const mending = await mendingOf(at('a.topology.js'), root)
    writeFileSync(at('a.topology.js'), '// mine\n')
    await expect(writeFixes(mending)).rejects.toMatchObject({ code: 'TOPO_CHANGED_MEANWHILE' })
    expect(read('a.topology.js')).toBe('// mine\n')
  })
})
