/** `topo mock openapi`: the document on stdout, in a file, and of a running mock. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder, mock, topo } from '../topo.ts'

interface Document {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, { operationId: string }>>
}

test('prints one JSON document, the same with --json', async () => {
  const { code, stdout, stderr } = await topo(['mock', 'openapi'])
  expect([code, stderr]).toEqual([0, ''])
  const document = JSON.parse(stdout) as Document
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: 'http://127.0.0.1:4010' }])
  expect(document.paths['/v1/scripts']?.post?.operationId).toBe('scriptsCreate')
  expect(await topo(['mock', 'openapi', '--json'])).toMatchObject({ code: 0, stdout })
})

test('writes a file, and overwrites one with other content only with --force', async () => {
  const cwd = folder({ 'other.json': '{}' })
  const read = (file: string) => readFileSync(join(cwd, file), 'utf8')
  const { stdout: printed } = await topo(['mock', 'openapi'])
  expect(await topo(['mock', 'openapi', '-o', 'out/openapi.json'], { cwd })).toMatchObject({
    code: 0,
    stdout: 'Wrote out/openapi.json: 107 operations.\n',
  })
  expect(read('out/openapi.json')).toBe(printed)
  expect(await topo(['mock', 'openapi', '-o', 'out/openapi.json'], { cwd })).toMatchObject({
    code: 0,
  })
  const refused = await topo(['mock', 'openapi', '-o', 'other.json'], { cwd })
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('other.json already exists. [TOPO_FILE_EXISTS]')
  expect(read('other.json')).toBe('{}')
  expect(await topo(['mock', 'openapi', '-o', 'other.json', '--force'], { cwd })).toMatchObject({
    code: 0,
  })
  expect(read('other.json')).toBe(printed)
})

test('names the given server', async () => {
  const words = ['mock', 'openapi', '--server', 'https://diagrams.example.com/api/', '--json']
  const { stdout } = await topo([...words, '--fields', 'servers'])
  expect(JSON.parse(stdout)).toEqual({ servers: [{ url: 'https://diagrams.example.com/api' }] })
  const wrong = await topo(['mock', 'openapi', '--server', 'diagrams'])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('TOPO_BASE_URL_INVALID')])
})

test('a running mock answers the same at /openapi.json', async () => {
  const { url } = await mock()
  const { stdout } = await topo(['mock', 'openapi', '--server', url])
  const response = await fetch(`${url}/openapi.json`)
  expect(await response.json()).toEqual(JSON.parse(stdout))
})
