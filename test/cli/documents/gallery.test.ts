/** The gallery shows a direction and a watched block, and topo finds neither stale. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../../action/step.ts'
import { topo } from '../topo.ts'

const docs = resolve(import.meta.dirname, '../../../docs')
const read = (path: string) => readFileSync(resolve(docs, path), 'utf8')
const picture = 'gallery/queue-right.svg'
const page = read('gallery.md')
const project = {
  'queue.topology.js': read('pictures/language/queue.topology.js'),
  'gallery.md': page,
  [picture]: read(picture),
}

test('the block and the picture to the right are as topo draws them now', {
  tags: ['git'],
}, async () => {
  expect(read('../README.md')).toContain('](docs/gallery.md#directions-and-blocks)')
  expect(page).toContain(`direction: right`)
  expect(page).toContain(`](${picture})`)
  const fresh = await topo(['render', '--check', '--json'], { cwd: repository(project) })
  const { items } = JSON.parse(fresh.stdout) as { items: { state: string }[] }
  expect(items.map(({ state }) => state)).toEqual(['current', 'current'])
  expect(fresh.code).toBe(0)

  const changed = {
    ...project,
    'queue.topology.js': project['queue.topology.js'].replace('Mailer', 'Postman'),
  }
  const stale = await topo(['render', '--check'], { cwd: repository(changed) })
  expect(stale.stdout).toContain('stale\tgallery.md:')
  expect(stale.stdout).toContain(`stale\t${picture}\tqueue`)
  expect(stale.code).toBe(3)
})
