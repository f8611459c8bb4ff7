/** The file with the confirmed addresses: who can read it, and what happens if it has other contents. */
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Environment } from '../../../src/cli/io/process/environment.ts'
import { ConfirmedAddresses } from '../../../src/cli/service/confirmed-addresses.ts'
import { folder, put } from '../topo.ts'

const one = 'https://a.example'
const two = 'https://b.example'
const confirmedIn = (configHome: string) => new ConfirmedAddresses({ configHome } as Environment)

test('addresses are confirmed for one folder, in a file that only the owner can read', async () => {
  const project = folder()
  const other = folder()
  const home = join(folder(), 'new')
  const confirmed = confirmedIn(home)
  for (const address of [one, two]) await confirmed.add(project, address)
  expect(await Promise.all([one, two].map((address) => confirmed.has(project, address)))).toEqual([
    true,
    true,
  ])
  expect(await confirmed.has(other, one)).toBe(false)
  expect(readdirSync(home)).toEqual(['confirmed-addresses.json'])
  if (process.platform === 'win32') return
  expect([home, confirmed.file].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600])
})

test.each(['{ no json', '[]', '{"/a":5}'])(
  '%s confirms nothing, and is overwritten',
  async (text) => {
    const project = folder()
    const confirmed = confirmedIn(folder({ 'confirmed-addresses.json': text }))
    expect(await confirmed.has(project, one)).toBe(false)
    await confirmed.add(project, one)
    expect(await confirmed.has(project, one)).toBe(true)
  },
)

test('a pipe in its place is an error, not a wait', { tags: 'posix' }, async () => {
  const confirmed = confirmedIn(folder())
  execFileSync('mkfifo', [confirmed.file])
  await expect(confirmed.add(folder(), one)).rejects.toMatchObject({ code: 'TOPO_READ_FAILED' })
})

test('a file of more than a mebibyte is not read', async () => {
  const confirmed = confirmedIn(folder())
  put(confirmed.file, ' '.repeat(2 ** 20 + 1))
  await expect(confirmed.has(folder(), one)).rejects.toMatchObject({ code: 'TOPO_INPUT_TOO_LARGE' })
})
