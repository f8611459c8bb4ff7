/**
 * What a report keeps of a script: its text is read again, as long as it is the one that was
 * checked.
 */
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type CheckedScript, checkScript } from '../../../src/project/check/check.ts'
import { reportedFromDisk, reportedScript } from '../../../src/project/check/reported.ts'
import { loadScript } from '../../../src/project/script/load.ts'
import { makeFolder } from '../folder.ts'

const CODE = `const t = new TopologyBuilder(true)
t.createNode('web', { label: 'Web\\n app' })
t.createNode('db')
t.connect('web', 'db')
await t.apply()
`
const NAME = 'a.topology.js'

async function checkedIn(folder: ReturnType<typeof makeFolder>, root = folder.root) {
  const script = await loadScript(folder.at(NAME), { root })
  return checkScript(script, undefined, { outline: true })
}

const textsOf = (checked: CheckedScript) => [
  reportedScript(checked).script.text,
  reportedFromDisk(checked).script.text,
]

test.each([
  ['a script', CODE],
  ['an empty file', ''],
  ['a script behind a byte order mark', `\uFEFF${CODE}`],
  ['a file that is no text', Buffer.from([0xc3, 0x28])],
])('the text of %s is the same again', async (_, content) => {
  const checked = await checkedIn(makeFolder({ [NAME]: content }))
  const { text } = checked.script
  expect(textsOf(checked)).toEqual([text, text])
})

test('a file that was changed or removed has no text', async () => {
  const folder = makeFolder({ [NAME]: CODE })
  const { script } = reportedFromDisk(await checkedIn(folder))
  folder.write(NAME, CODE.replace('web', 'app'))
  expect(script.text).toBeUndefined()
  folder.write(NAME, CODE)
  expect(script.text).toBe(CODE)
  rmSync(folder.at(NAME))
  expect(script.text).toBeUndefined()
})

test('the text of a script outside of the project is kept: it may be a pipe', async () => {
  const folder = makeFolder({ [NAME]: CODE, 'project/topo.config.json': '{}' })
  const { script } = reportedFromDisk(await checkedIn(folder, folder.at('project')))
  rmSync(folder.at(NAME))
  expect(script.text).toBe(CODE)
})

test('the text of a script with comments that suppress findings is kept', async () => {
  const folder = makeFolder({ [NAME]: `// topo-disable-next-line one-id-two-labels\n${CODE}` })
  const { script } = reportedFromDisk(await checkedIn(folder))
  rmSync(folder.at(NAME))
  expect(script.text).toContain('topo-disable-next-line')
})

test('findings and labels are kept, with their places', async () => {
  const checked = await checkedIn(makeFolder({ [NAME]: CODE }))
  const reported = reportedFromDisk(checked)
  expect(reported.findings).toEqual(checked.findings)
  expect(reported.labels).toMatchObject([
    { name: 'web', id: 'web', label: 'Web app', path: NAME, line: 2 },
  ])
})
