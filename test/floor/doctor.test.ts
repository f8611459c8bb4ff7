/** `topo doctor --service` says nothing false about a service that is the document only, and leaves nothing behind. */
import { describe, expect, test } from 'vitest'
import { oneOf } from '../cases.ts'
import { project, worlds } from './worlds.ts'

interface Finding {
  check: string
  status: string
  message: string
}

describe.each(worlds)('%s', (_name, document) => {
  test.each(oneOf(2, [[['--write']], [[]]]))(
    'doctor --service %j finds no problem',
    async (flags) => {
      const { ok, run, script: stored, control } = await project(document)
      await ok('push')
      const { code, data, all } = await run('doctor', '--service', ...flags, '--yes')
      const problems = (data.items as Finding[]).filter(({ status }) => status === 'problem')
      expect([code, problems]).toEqual([0, []])
      expect(all).not.toContain('TOPO_NO_REVISION')
      const { message } = (data.items as Finding[]).find(
        ({ check }) => check === 'service',
      ) as Finding
      expect(message.includes('embedded')).toBe(document === undefined)
      expect(stored('shop')).toBeDefined()
      const mine = control.database.scripts.by('owner', stored('shop')?.ownerId ?? '')
      expect(mine.map(({ slug }) => slug)).toEqual(['shop'])
      // It tells whether a script has a revision.
      const hasNone = document !== undefined && document.revisions !== 'told'
      expect(data.service.revisions.read === null).toBe(hasNone)
    },
  )
})
