/** Finds what a method is called on, in chains of any length. */
import { expect, test } from 'vitest'
import { validate } from '../../../src/validator/index.ts'

const fixOf = async (links: number) => {
  const chain = `.addProcess({ id: 'a', label: 'A' })\n${'.newRow()\n'.repeat(links)}`
  const { findings } = await validate(
    `const t = new TopologyBuilder(true)\nt.createGroup('g', { label: 'G' })\n${chain}.label('x')\n.autoResize()\nawait t.apply()`,
  )
  return findings.find(({ rule }) => rule === 'runtime')?.fix ?? ''
}

test('the method that made it is named, unless it is far away', async () => {
  expect(await fixOf(3)).toContain('addProcess')
  expect(await fixOf(200)).not.toContain('addProcess')
})
