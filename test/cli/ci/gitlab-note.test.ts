/** `topo script review --gitlab-note`, against a stand-in of GitLab's notes. */
// @module-tag git
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testServer } from '../../api/server.ts'
import { folder, put, script, topo } from '../topo.ts'

interface Note {
  id: number
  body: string
  author: { id: number }
}
const notesPath = '/api/v4/projects/5/merge_requests/7/notes'

interface NoteRequest {
  readonly method: string
  readonly path: string
  readonly text: string
}

/** Nothing if there is no such address. */
function answerOf(notes: Note[], { method, path, text }: NoteRequest): unknown {
  const { pathname, searchParams } = new URL(path, 'http://x')
  if (method === 'GET' && pathname === '/api/v4/user') return { id: 42 }
  if (method === 'GET' && pathname === notesPath) {
    const page = Number(searchParams.get('page'))
    return notes.slice((page - 1) * 100, page * 100)
  }
  const { body } = text === '' ? {} : JSON.parse(text)
  const id = Number(pathname.slice(notesPath.length + 1))
  const position = notes.findIndex((one) => one.id === id)
  const note = notes[position]
  if (method === 'POST' && pathname === notesPath)
    notes.push({ id: notes.length + 1, body, author: { id: 42 } })
  else if (method === 'PUT' && note) note.body = body
  else if (method === 'DELETE' && note) notes.splice(position, 1)
  else return undefined
  return {}
}

/** Answers like GitLab to the account 42; anything else is 404. */
async function gitlab(notes: Note[], status = 200) {
  const seen: string[] = []
  const { url } = await testServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const { method = '', url: path = '' } = request
      const { pathname } = new URL(path, 'http://x')
      const isAllowed = request.headers.authorization === 'Bearer glpat-secret-token'
      if (method !== 'GET') seen.push(`${method} ${pathname.slice('/api/v4/projects/5'.length)}`)
      const isAnswered = isAllowed && status === 200
      const given = isAnswered ? answerOf(notes, { method, path, text }) : undefined
      const refusal = status === 200 ? 404 : status
      const code = given !== undefined ? 200 : refusal
      response
        .writeHead(code, { 'content-type': 'application/json' })
        .end(JSON.stringify(given ?? {}))
    })
  })
  const env = {
    CI: 'true',
    CI_API_V4_URL: `${url}/api/v4`,
    CI_MERGE_REQUEST_PROJECT_ID: '5',
    CI_MERGE_REQUEST_IID: '7',
    TOPO_GITLAB_TOKEN: 'glpat-secret-token',
  }
  return { env, seen, notes }
}

function branch() {
  const cwd = folder({ 'topo.config.json': '{}\n', 'shop.topology.js': script('shop') })
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words], { cwd })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'x')
  const review = (env: Record<string, string>) =>
    topo(['script', 'review', 'main', '--gitlab-note'], { cwd, env })
  return { cwd, review }
}

test('a merge request has one note with the words of the review: updated, then deleted', async () => {
  const others = Array.from({ length: 120 }, (_, n) => ({
    id: n + 1,
    body: '<!-- topo -->',
    author: { id: 9 },
  }))
  const { env, seen, notes } = await gitlab(others)
  const { cwd, review } = branch()
  expect(await review(env)).toMatchObject({ code: 0, stderr: '' })
  expect(seen).toEqual([])
  put(join(cwd, 'shop.topology.js'), script('more'))
  const { code, stdout } = await review(env)
  expect([code, notes.at(-1)?.body]).toEqual([0, `<!-- topo -->\n${stdout.replace(/\n$/, '')}`])
  await review(env)
  expect(seen).toEqual(['POST /merge_requests/7/notes'])
  put(join(cwd, 'shop.topology.js'), script('less'))
  await review(env)
  expect(notes).toHaveLength(121)
  expect(notes.at(-1)?.body).toContain('less')
  put(join(cwd, 'shop.topology.js'), script('shop'))
  await review(env)
  expect(notes).toHaveLength(120)
  expect(seen.slice(1)).toEqual([
    'PUT /merge_requests/7/notes/121',
    'DELETE /merge_requests/7/notes/121',
  ])
})

test('no text of a script is a command of GitLab, or a mention', async () => {
  const { env, notes } = await gitlab([])
  const { cwd, review } = branch()
  const hostile = '\\n/close\\n/merge\\n@all\\n```\\n/approve\\n'
  put(
    join(cwd, 'shop.topology.js'),
    script('more', 'name: "x\\n/close\\n@all"').replace("label: 'Web'", `label: '${hostile}'`),
  )
  put(join(cwd, 'a\n@all.topology.js'), script('other').concat('\n/close\n`/merge\n@all\n'))
  await review(env)
  const lines = notes[0]?.body.split('\n') ?? []
  expect(lines.join()).toContain('close')
  expect(lines.filter((line) => line.trimStart().startsWith('/'))).toEqual([])
})

test('a note that cannot be written is a line of the log without the token, and the review stays', async () => {
  const { env } = await gitlab([], 403)
  const { cwd, review } = branch()
  put(join(cwd, 'shop.topology.js'), script('more'))
  const { code, stdout, stderr } = await review(env)
  expect([code, stdout]).toEqual([0, expect.stringContaining('### `shop.topology.js`')])
  expect(stderr).toMatch(
    /^Cannot write the note on the merge request: GitLab answered 403\. .*scope api\.\n$/,
  )
  expect(stderr).not.toContain('glpat')
  const without = await review({ ...env, TOPO_GITLAB_TOKEN: '' })
  expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('[TOPO_COMMENT]')])
})
