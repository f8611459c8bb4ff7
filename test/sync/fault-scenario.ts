/** A project whose push has a step of every kind, to push repeatedly with faults. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createClient } from '../../src/api/client/client.ts'
import { createTransport, type TransportOptions } from '../../src/api/transport/transport.ts'
import { type ExitCode, KnownError } from '../../src/errors.ts'
import type { Control } from '../../src/mock/control/control.ts'
import { openProject } from '../../src/project/config/project.ts'
import { contentHash } from '../../src/project/script/content-hash.ts'
import { loadProject } from '../../src/project/select/selection.ts'
import { type ConflictPolicy, deleteOrphans } from '../../src/sync/plan/conflicts.ts'
import { exitCodeOf, type Outcome } from '../../src/sync/plan/outcome.ts'
import { planPush, push } from '../../src/sync/push/push.ts'
import { contentOf, ownScripts, readScript } from '../../src/sync/remote/read-remote.ts'
import { readBase } from '../../src/sync/state/base-store.ts'
import { SyncState } from '../../src/sync/state/state.ts'
import { impatientClock } from '../clock.ts'
import { goodCode } from '../mock/service.ts'

export interface Place {
  /** Service address in the state. */
  address: string
  control: Control
  transport: Pick<TransportOptions, 'fetch' | 'timeoutMs'> & { baseUrl: string }
}

export interface Pushed {
  exitCode: ExitCode
  outcomes: readonly Outcome[]
}

const theirs = 'what somebody else wrote'
const slugs = ['adopted', 'changed', 'kept', 'moved', 'new', 'overwritten']

/** Folder and service before the push. */
export async function prepare(place: Place) {
  const root = temporary()
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  // Another type, so that the sandbox is not started a thousand times.
  write('topo.config.json', '{"defaults":{"type":"plain"}}')
  for (const slug of ['adopted', 'changed', 'gone', 'kept', 'moved', 'overwritten']) {
    write(`${slug}.topology.js`, goodCode)
  }
  write('changed.md', '# Before\n')
  await pushAll(root, place)

  const client = clientOf(place)
  const patch = async (slug: string, body: object) => {
    const { id = '' } = (await readScript(client, slug)) ?? {}
    await client.scripts.update({ params: { id }, body })
  }
  place.control.advance(60)
  await patch('adopted', { description: 'for a moment' })
  await patch('adopted', { description: '' })
  await patch('overwritten', { description: theirs })
  write('overwritten.topology.js', `${goodCode}// ours\n`)
  write('changed.topology.js', `/*---\npublic: true\n---*/\n${goodCode}// changed\n`)
  write('changed.md', '# After\n')
  write(
    'new.topology.js',
    `/*---\npublic: true\n---*/\n${goodCode.replaceAll('eb', 'orker')}// new\n`,
  )
  write('new.md', '# New\n')
  mkdirSync(join(root, 'below'))
  renameSync(join(root, 'moved.topology.js'), join(root, 'below/moved.topology.js'))
  rmSync(join(root, 'gone.topology.js'))
  const snapshot = place.control.state()

  /** Restores both in a new folder. */
  return () => {
    place.control.restore(structuredClone(snapshot))
    place.control.faults.clear()
    place.control.journal.clear()
    const copy = temporary()
    cpSync(root, copy, { recursive: true })
    return copy
  }
}

/** Works like `topo push --delete --yes`; only `overwritten` may be a conflict. */
export async function pushAll(root: string, place: Place): Promise<Pushed> {
  const options = {
    project: await openProject(root),
    client: clientOf(place),
    state: new SyncState(root, impatientClock),
    address: place.address,
    webAddress: () => undefined,
    stamp: '2026-01-02T03:04:05.000Z',
    pace: { concurrency: 1 },
    paths: [],
    onConflict: async ({ slug }: { slug: string }): Promise<ConflictPolicy> =>
      slug === 'overwritten' ? 'overwrite' : 'fail',
  }
  try {
    const planned = await planPush(options)
    const { outcomes, ended } = await push(
      { ...planned, steps: deleteOrphans(planned.steps) },
      options,
    )
    return { outcomes, exitCode: ended?.exitCode ?? exitCodeOf(outcomes) }
  } catch (error) {
    if (error instanceof KnownError) return { outcomes: [], exitCode: error.exitCode }
    throw error
  }
}

/** Lists what is wrong after the push: empty if nothing was lost or duplicated. */
export async function unfinished(root: string, place: Place): Promise<string[]> {
  const client = clientOf(place)
  const found: string[] = []
  const check = (right: boolean, what: string) => void (right || found.push(what))
  const { items } = await ownScripts(client)
  const mine = items.map(({ slug }) => slug).filter((slug) => !slug.startsWith('alice-'))
  check(mine.toSorted().join() === slugs.join(), `the service has ${mine.toSorted().join()}`)
  check(items.length - mine.length === 2, 'what was there before is not all there')

  const project = await openProject(root)
  const records = await new SyncState(root, impatientClock).read(place.address)
  const locals = await loadProject(project, { paths: [] })
  const paths = locals.map(({ path }) => path).toSorted()
  check(
    Object.keys(records).toSorted().join() === paths.join(),
    `on record are ${Object.keys(records).join()}`,
  )
  for (const { path, slug, hash } of locals) {
    const script = await readScript(client, slug)
    check(
      script !== undefined && contentHash(contentOf(script)) === hash,
      `${slug} is another one there`,
    )
    const record = records[path]
    const isTrue =
      record?.id === script?.id && record?.updatedAt === script?.updatedAt && record?.hash === hash
    check(isTrue, `the record of ${slug} is not true`)
    check((await readBase(root, hash)) !== undefined, `the base of ${slug} is missing`)
  }
  const saved = backups(root)
  check(
    saved.some((text) => text.includes(theirs)),
    'what was overwritten is not saved',
  )
  check(
    saved.some((text) => text.includes('"slug": "gone"')),
    'what was deleted is not saved',
  )
  place.control.journal.clear()
  const third = await pushAll(root, place)
  check(
    third.outcomes.every(({ action }) => action === 'unchanged'),
    'something was left to do',
  )
  const writes = place.control.journal.list().filter(({ method }) => method !== 'GET')
  check(writes.length === 0, 'something was written once more')
  return found
}

function backups(root: string): string[] {
  const folder = join(root, '.topo/backup')
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  return names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
}

const clientOf = ({ transport }: Place) =>
  createClient(
    createTransport({ clock: impatientClock, apiKey: 'ca_demo_alice', retries: 1, ...transport }),
    transport.baseUrl,
  )

function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'topo-fault-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** One attempt: the fault and its request, the exit code, and what was wrong after a retry. */
export interface Cell {
  nth: number
  step: string
  fault: string
  exitCode: number
  wrong: string[]
}

/** Prints a table with TOPO_FAULT_TABLE: the exit code, and the exit code of the retry. */
export function printTable(cells: readonly Cell[], faults: readonly string[]): void {
  if (process.env.TOPO_FAULT_TABLE === undefined) return
  const inOrder = cells.toSorted((a, b) => a.nth - b.nth)
  const row = (texts: readonly string[]) => `| ${texts.join(' | ')} |\n`
  let table = row(['step', ...faults]) + row(['---', ...faults.map(() => '---')])
  for (const step of new Set(inOrder.map((cell) => cell.step))) {
    const outcomes = faults.map((fault) => {
      const cell = cells.find((one) => one.step === step && one.fault === fault)
      if (cell === undefined) return ''
      if (cell.wrong.length > 0) return '**wrong**'
      return cell.exitCode === 0 ? '0' : `${cell.exitCode} → 0`
    })
    table += row([step, ...outcomes])
  }
  process.stdout.write(table)
}
