import { appendFileSync, readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryPath } from '../../../src/files/temporary.ts'
import { contentHash } from '../../../src/project/script/content-hash.ts'
import { planSync } from '../../../src/sync/plan/plan.ts'
import {
  type Intent,
  Intents,
  needsRecognition,
  recognise,
  sweepIntents,
} from '../../../src/sync/state/send-journal.ts'
import { SyncState } from '../../../src/sync/state/state.ts'
import { impatientClock } from '../../clock.ts'
import { makeFolder } from '../../project/folder.ts'
import { goodCode, workspace } from '../../project/workspace.ts'
import { content, file, record, remote } from '../plan/plan-parts.ts'

const SERVICE = 'https://api.example.com'
const path = 'a.topology.js'
const intent = (code: string, more: Partial<Intent> = {}): Intent => ({
  from: path,
  slug: 'a',
  hash: contentHash(content('a', code)),
  base: null,
  ...more,
})
const action = (
  files: ReturnType<typeof file>[],
  records: Parameters<typeof recognise>[0],
  remotes: ReturnType<typeof remote>[],
) => planSync({ files, records, remotes }).map((step) => step.action)

describe('an intent in the journal', () => {
  it.each<[string, Intent[], Parameters<typeof recognise>[0], string]>([
    ['does not exist: the remote script is not recognised', [], {}, 'conflict'],
    ['is recognised on the service', [intent('1')], {}, 'update'],
    [
      'is recognised if any of several attempts has arrived',
      [intent('0'), intent('1'), intent('2')],
      {},
      'update',
    ],
    [
      'is recognised as an update',
      [intent('1', { id: 'id-a', base: 't0' })],
      { [path]: record('a', '0', 't0') },
      'update',
    ],
    ['is not recognised if another user changed the script', [intent('2')], {}, 'conflict'],
    ['is not recognised in another script', [intent('1', { id: 'id-b' })], {}, 'conflict'],
    [
      'is void after another sync',
      [intent('1', { id: 'id-a', base: 't0' })],
      { [path]: record('a', '0', 'later') },
      'conflict',
    ],
  ])('%s', (_, intents, records, expected) => {
    const remotes = [remote('a', '1')]
    expect(action([file('a', 'mine')], recognise(records, intents, remotes), remotes)).toEqual([
      expected,
    ])
  })

  it.each([
    ['of a create', { slug: 'a' }],
    ['of an update', { slug: 'before', id: 'id-a' }],
  ])('%s has its remote script read in full, unless that is known', (_, meant) => {
    const remotes = [remote('a', '1', 't2'), remote('b', '1', 't2')]
    const intents = [intent('1', meant)]
    const needed = (revision: string) =>
      needsRecognition({ [path]: record('a', '0', revision) }, intents, remotes).map(
        ({ slug }) => slug,
      )
    expect([needed('t1'), needed('t2')]).toEqual([['a'], []])
  })

  it('is recorded by the next push, even if nothing is left to send', () => {
    const remotes = [remote('a', '1', 't2')]
    const records = recognise(
      { [path]: record('a', '0') },
      [intent('1', { id: 'id-a', base: 't1' })],
      remotes,
    )
    expect(action([file('a', '1')], records, remotes)).toEqual(['adopt'])
  })

  it('belongs to its file even if that was moved or deleted since', () => {
    const remotes = [remote('a', '1')]
    const records = recognise({}, [intent('1')], remotes)
    expect(
      planSync({ files: [file('a', 'mine', 'b/a.topology.js')], records, remotes }),
    ).toMatchObject([{ action: 'update', movedFrom: path }])
    expect(action([], records, remotes)).toEqual(['orphan'])
  })

  it('is on disk at once, per service and sender, until it is settled', async () => {
    const { root, read } = makeFolder()
    const project = new Intents(root, SERVICE, 'project')
    const assistant = new Intents(root, SERVICE, 'assistant')
    await project.add(intent('1'))
    await project.add(intent('1'))
    await assistant.add(intent('2'))
    appendFileSync(project.file, '{"service":"https://api.example.com","sender":"pro')
    await project.add(intent('3', { from: 'b.topology.js' }))
    expect(await project.read()).toEqual([intent('1'), intent('3', { from: 'b.topology.js' })])
    expect(await new Intents(root, 'local', 'project').read()).toEqual([])
    await project.settle(path)
    expect(await assistant.read()).toEqual([intent('2')])
    await sweepIntents(root)
    expect(read('.topo/sending.ndjson').split('\n')).toHaveLength(3)
    await project.settle('b.topology.js')
    await assistant.settle(path, 'a')
    await sweepIntents(root)
    expect(readdirSync(`${root}/.topo`)).toEqual(['.gitignore'])
  })

  it('is not written through a link', { tags: 'links' }, async () => {
    const { root, at } = makeFolder({ '.topo/.gitignore': '*', 'elsewhere.txt': '' })
    symlinkSync(at('elsewhere.txt'), at('.topo/sending.ndjson'))
    await expect(new Intents(root, SERVICE, 'project').add(intent('1'))).rejects.toMatchObject({
      code: 'TOPO_FOLDER_LINK',
    })
    expect(readFileSync(at('elsewhere.txt'), 'utf8')).toBe('')
  })
})

it('a push removes settled intents and temporary files', async () => {
  const { push, write, at, root } = await workspace({ 'shop.topology.js': goodCode })
  const old = new Date('2020-01-01')
  write('.topo/shop.topology.js.tmp-01234567-1-1234567890abcdef', 'half, by another machine')
  utimesSync(at('.topo/shop.topology.js.tmp-01234567-1-1234567890abcdef'), old, old)
  const underWay = basename(temporaryPath('shop.topology.js'))
  write(`.topo/${underWay}`, 'half, and under way')
  await push()
  expect(readdirSync(at('.topo')).toSorted()).toEqual([
    '.gitignore',
    'base',
    'remote.json',
    underWay,
    'state.json',
  ])
  expect(await new SyncState(root, impatientClock).intents('http://localhost')).toEqual([])
})
