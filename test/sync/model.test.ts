/** Sync against services with any habits: nothing of another writer is lost, nothing is doubled, and runs come to rest. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KnownError } from '../../src/errors.ts'
import type { ConflictPolicy } from '../../src/sync/plan/conflicts.ts'
import { cases } from '../cases.ts'
import type { TestService } from '../mock/service.ts'
import { workspace } from '../project/workspace.ts'
import { type Habits, habits, ModelService } from './model-service.ts'

/** A stranger's public script has this slug. */
const taken = 'e'
const names = ['a', 'b', 'c', 'd', 'e']
const writers = ['ann', 'bob'] as const
type Space = Awaited<ReturnType<typeof workspace>>
type Writer = (typeof writers)[number]

/** Something that one of two writers does. */
type Deed = {
  by: Writer
  at: string
  does: 'edit' | 'remove' | 'push' | 'pull' | 'force' | 'web' | 'race'
  policy: ConflictPolicy
  /** Somebody changes the same script in the web app between plan and push. */
  meanwhile: boolean
}

const deed: fc.Arbitrary<Deed> = fc.record({
  by: fc.constantFrom(...writers),
  at: fc.constantFrom(...names),
  does: fc.constantFrom(
    'edit',
    'edit',
    'push',
    'push',
    'push',
    'pull',
    'force',
    'remove',
    'web',
    'race',
  ),
  policy: fc.constantFrom('fail', 'overwrite', 'skip'),
  meanwhile: fc.boolean(),
})

let count = 0
/** Code that names its version, with an end that a service may trim. */
const codeOf = (at: string) => `/*---
name: Diagrams & ${at} with a long name
tags: [Zebra, apple]
---*/
const topology = new TopologyBuilder(true)
topology.createProcess({ id: '${at}', label: 'version-${++count}.' })
await topology.apply()
`
const versionIn = (text: string) => text.match(/version-\d+\./g) ?? []

/** Versions in the files, bases and backups of a folder. */
function versionsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => versionIn(readFileSync(join(entry.parentPath, entry.name), 'utf8')))
}

async function play(serviceHabits: Habits, deeds: readonly Deed[]) {
  const service = new ModelService(serviceHabits)
  const spaces = Object.fromEntries(
    await Promise.all(
      writers.map(async (writer) => {
        const as = () => service.as(writer)
        return [
          writer,
          await workspace({ [`${writer}.topology.js`]: codeOf(writer) }, {
            as,
          } as unknown as TestService),
        ] as const
      }),
    ),
  ) as Record<Writer, Space>
  const start = service.scripts.get('foreign')?.revision
  const seen = new Map<Writer, Set<string>>(writers.map((writer) => [writer, new Set()]))
  const look = () => {
    for (const writer of writers)
      for (const version of versionsIn(spaces[writer].root)) seen.get(writer)?.add(version)
  }
  for (const one of deeds) {
    await refusedAtMost(() => perform(one, spaces, service))
    look()
    expect(service.scripts.get('foreign')?.revision, 'a script of a stranger changed').toBe(start)
    for (const { code, of, by } of service.replaced) {
      if (of === by || by === 'web') continue
      const lost = versionIn(code).filter((version) => !seen.get(by as Writer)?.has(version))
      expect(lost, `${by} overwrote a version of ${of} that it had not seen`).toEqual([])
    }
  }
  return { service, spaces }
}

/** A refusal is an answer; a bug is not. */
const refusedAtMost = (act: () => Promise<unknown>) =>
  act().catch((error: unknown) => {
    if (!(error instanceof KnownError)) throw error
  })

async function perform(one: Deed, spaces: Record<Writer, Space>, service: ModelService) {
  const space = spaces[one.by]
  const file = `${one.at}.topology.js`
  switch (one.does) {
    case 'edit':
      return space.write(file, codeOf(one.at))
    case 'remove':
      return rmSync(space.at(file), { force: true })
    case 'pull':
      return space.pull()
    case 'force':
      return space.pull([], { force: true })
    case 'push':
      return space.push(
        [],
        one.policy,
        async () => void (one.meanwhile && (await changeInWeb(one.at, service))),
      )
    case 'race': {
      const code = codeOf(one.at)
      return Promise.all(
        writers.map(async (writer) => {
          spaces[writer].write(file, code)
          await spaces[writer].push([file], one.policy)
        }),
      )
    }
    case 'web':
      return changeInWeb(one.at, service)
  }
}

async function changeInWeb(at: string, service: ModelService): Promise<void> {
  const found = [...service.scripts.values()].find(({ slug }) => slug === at)
  const body = { code: codeOf(at).replace(/^[\s\S]*---\*\/\n/, '') }
  if (found)
    await service
      .as('web')
      .scripts.update({ params: { id: found.id }, body })
      .catch(() => {})
}

const written = new Set(['created', 'updated', 'deleted', 'pulled'])

/** Repeats a run until it writes nothing. */
async function untilRest(run: () => Promise<{ outcomes: { action: string; slug: string }[] }>) {
  for (let round = 0; round < 8; round++) {
    const { outcomes } = await run()
    if (!outcomes.some(({ action }) => written.has(action))) return outcomes
  }
  throw new Error('it never comes to rest')
}

/** Pushes and pulls until both sides are the same, and stay so. */
async function settle(space: Space): Promise<void> {
  await untilRest(() => space.push([], 'overwrite'))
  await untilRest(() => space.pull([], { force: true }))
  const { outcomes } = await space.push([], 'fail')
  expect(outcomes.filter(({ action, slug }) => action !== 'unchanged' && slug !== taken)).toEqual(
    [],
  )
  const states = (await space.status()).filter(({ slug }) => slug !== taken)
  expect(states.filter(({ state }) => state !== 'in-sync')).toEqual([])
}

test('two writers lose nothing, double nothing, and come to rest', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      habits,
      fc.array(deed, { minLength: 4, maxLength: 14 }),
      async (playedHabits, deeds) => {
        const { service, spaces } = await play(playedHabits, deeds)
        const slugs = [...service.scripts.values()].map(({ slug }) => slug)
        expect(slugs.filter((slug) => ![...names, ...writers].includes(slug))).toEqual([])

        // The service is reliable again, but keeps its other habits.
        service.habits = { ...service.habits, losesEvery: 0 }
        if (playedHabits.pages === 'first') service.habits.pages = 'offset'
        for (const writer of ['ann', 'bob', 'ann'] as const) await settle(spaces[writer])
        const all = [...service.scripts.values()]
        expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length)
      },
    ),
    { numRuns: cases(80, 0.025) },
  )
})
