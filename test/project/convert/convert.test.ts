/** Each file has a time limit: a reader that takes longer costs only its own file. */
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openProject } from '../../../src/project/config/project.ts'
import { convertSources } from '../../../src/project/convert/convert.ts'
import { findSources } from '../../../src/project/convert/find-sources.ts'
import { emptyRepository, folder } from '../../cli/topo.ts'

test('a file that takes too long fails alone', async () => {
  const large = `flowchart LR\n${Array.from({ length: 40_000 }, (_, n) => `n${n} --> n${n + 1}`).join('\n')}\n`
  const root = folder({ ...emptyRepository, 'a.mmd': large, 'b.mmd': 'flowchart LR\nA --> B\n' })
  const project = await openProject(root)
  const limits = [15, 60_000]
  const options = {
    project,
    into: resolve(root, 'diagrams'),
    boundary: root,
    force: false,
    writes: false,
    /** Of each file in turn: the second one must not fail because the machine is busy. */
    get timeout() {
      return limits.shift() ?? 0
    },
  }
  const found = []
  const sources = await findSources(project, ['.'])
  for await (const { source, action, reason } of convertSources(sources, options))
    found.push([source, action, reason])
  expect(found).toEqual([
    ['a.mmd', 'failed', 'The diagram takes longer than 0.015 s.'],
    ['b.mmd', 'created', ''],
  ])
})
