/** So many scripts that each is reduced as soon as it is checked: the results are those of few. */
import { expect, test } from 'vitest'
import { hasErrors } from '../../../src/project/check/check.ts'
import { openProject } from '../../../src/project/config/project.ts'
import { checkAndKeep, checkProject } from '../../../src/project/select/selection.ts'
import { goodCode } from '../../mock/service.ts'
import { makeFolder } from '../folder.ts'

const COUNT = 60
const named = (n: number) => `s${String(n).padStart(2, '0')}.topology.js`
const withSlug = (slug: string) => `/*---\nslug: ${slug}\n---*/\n${goodCode}`

test('many scripts are kept in the order of their files, and two with one slug are errors', async () => {
  const all = Array.from({ length: COUNT }, (_, n) => [named(n), goodCode])
  const { root } = makeFolder({
    'topo.config.json': '{}',
    ...Object.fromEntries(all),
    [named(7)]: withSlug('twin'),
    [named(59)]: withSlug('twin'),
    [named(30)]: 'throw new Error("no")',
  })
  const project = await openProject(root)
  const wanted = { outline: true }
  const paths = await checkAndKeep(
    project,
    { paths: [] },
    {},
    {
      ...wanted,
      keep: ({ script }) => script.path,
    },
  )
  expect(paths).toEqual(all.map(([name]) => name))

  const checked = await checkProject(project, { paths: [] }, {}, wanted)
  const rules = checked
    .filter(hasErrors)
    .map(({ script, findings }) => [script.path, ...findings.map(({ rule }) => rule)])
  expect(rules).toEqual([
    [named(7), 'duplicate-slug'],
    [named(30), 'runtime'],
    [named(59), 'duplicate-slug'],
  ])
})
