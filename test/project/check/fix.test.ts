/** `--fix`: applies edits of findings to the file, if that is safe. */
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

/** Checks with the validator, plus a fake rule whose edits replace text. */
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

async function applyTo(text: string, ...replacements: Replacement[]) {
  const folder = makeFolder({ 'topo.config.json': '{}', 'a.topology.js': text })
  const check = checkWith(...replacements)
  const before = await check(await loadScript(folder.at('a.topology.js'), { root: folder.root }))
  const result = await applyFixes(before, { check })
  if (result) await writeFixes(result)
  return { result, text: readFileSync(folder.at('a.topology.js'), 'utf8') }
}

describe('applying fixes', () => {
  test('changes what stands before and behind the header, not the header', async () => {
    const text = `// label\n/*---\nname: label\n---*/\n${good}`
    const { text: fixed } = await applyTo(text, [/label(?!:)/, 'title'])
    expect(fixed).toBe(text.replace('// label', '// title'))
  })

  test('applies several edits below a header, even if lengths change', async () => {
    const header = '/*---\nname: A\n---*/\n'
    const { text, result } = await applyTo(header + good, [/'G'/, "'A group'"], [/'A'/, "''"])
    expect(text).toBe(header + good.replace("'G'", "'A group'").replace("'A'", "''"))
    expect(result?.fixed).toHaveLength(2)
  })

  test('keeps the byte order mark and CRLF, in inserted text too', async () => {
    const windows = (content: string) => `\uFEFF${content.replaceAll('\n', '\r\n')}`
    const { text } = await applyTo(windows(good), [/\)(?=\.autoResize)/, ')\n  '])
    expect(text).toBe(windows(good.replace(').auto', ')\n  .auto')))
  })

  test('repeats until nothing is left to fix', async () => {
    const { text, result } = await applyTo(good, [/'G'/, "'H'"], [/'H'/, "'I'"])
    expect([text.includes("'I'"), result?.fixed.length]).toEqual([true, 2])
  })

  test('stops when edits undo each other', async () => {
    const { result } = await applyTo(good, [/'G'/, "'H'"], [/'H'/, "'G'"])
    expect(result?.fixed).toHaveLength(10)
  })

  test('applies only the first of two overlapping edits', async () => {
    const { text } = await applyTo(good, [/label: 'G'/, "label: 'H'"], [/'G' \}/, "'I' }"])
    expect(text).toBe(good.replace("'G'", "'H'"))
  })

  test('does not change the header', async () => {
    const text = `/*---\nname: G\n---*/\n${good}`
    expect((await applyTo(text, [/name: G/, 'name: H'])).text).toBe(text)
  })

  test.each([
    ['syntax', 'await '],
    ['a refusal', "t.connect('a', 'ghost'); await "],
    ['an exception', 'throw new Error(); await '],
  ])('reverts a fix that makes the script worse: %s', async (_what, text) => {
    const by = text === 'await ' ? '(await ' : text
    expect(await applyTo(good, [/^await /m, by])).toMatchObject({ result: undefined, text: good })
  })

  test.each([
    ['cannot be read', `${good}(`],
    ['does not run through', `${good}throw new Error()\n`],
    ['imports others', `import { a } from './b.js'\n${good}`],
    ['has types', good.replace('const t', 'const t: any')],
  ])('skips a script that %s', async (_what, text) => {
    expect(await applyTo(text, [/'G'/, "'H'"])).toMatchObject({ result: undefined, text })
  })
})

describe('writing fixes', () => {
  const fromG = checkWith([/'G'/, "'H'"])
  async function fixesOf(file: string, root: string) {
    const result = await applyFixes(await fromG(await loadScript(file, { root })), { check: fromG })
    if (!result) throw new Error('nothing was fixed')
    return result
  }

  test('keeps the file mode and a symbolic link', { tags: ['links', 'modes'] }, async () => {
    const { root, at, read } = makeFolder({ 'topo.config.json': '{}', 'a.topology.js': good })
    chmodSync(at('a.topology.js'), 0o750)
    symlinkSync('a.topology.js', at('b.topology.js'))
    await writeFixes(await fixesOf(at('b.topology.js'), root))
    expect(read('a.topology.js')).toContain("'H'")
    expect(statSync(at('a.topology.js')).mode & 0o777).toBe(0o750)
  })

  test('does not overwrite a file that changed meanwhile', async () => {
    const { root, at, read } = makeFolder({ 'topo.config.json': '{}', 'a.topology.js': good })
    const result = await fixesOf(at('a.topology.js'), root)
    writeFileSync(at('a.topology.js'), '// mine\n')
    await expect(writeFixes(result)).rejects.toMatchObject({ code: 'TOPO_CHANGED_MEANWHILE' })
    expect(read('a.topology.js')).toBe('// mine\n')
  })
})
