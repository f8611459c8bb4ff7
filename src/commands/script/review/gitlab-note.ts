/**
 * Implements `topo script review --gitlab-note`: keeps one note with the review on the merge request of a GitLab job. A hidden
 * marker identifies it. Only touches notes of the token's own account.
 */

import type { Environment } from '../../../cli/io/process/environment.ts'
import { registerSecret, type Terminal } from '../../../cli/io/terminal.ts'
import { hostFailure, openCodeHost, type RefusalAdvice } from '../../../cli/service/code-host.ts'
import { refusedError } from '../../../errors.ts'

const marker = '<!-- topo -->'
/** In bytes; GitLab accepts a million characters. */
export const LONGEST = 900_000
const PAGE = 100
/** On longer merge requests the old note may not be found; a second one is created then. */
const MOST_PAGES = 20

interface Note {
  id: number
  body: string
  author: { id: number }
}

/**
 * Finds the merge request before the work starts.
 *
 * @returns a function that writes the text of the review, or deletes the note if it is empty; it returns the reason, as a
 *   sentence, if that failed
 * @throws usage error for a proxy that cannot be one
 * @throws KnownError `TOPO_COMMENT` outside of a merge request's job, or without a token
 */
export async function gitlabNote(
  { gitlabToken: token, proxy, variables }: Environment,
  terminal: Terminal,
): Promise<(text: string) => Promise<string | undefined>> {
  const {
    CI_API_V4_URL: address,
    CI_MERGE_REQUEST_PROJECT_ID: project,
    CI_MERGE_REQUEST_IID: iid,
  } = variables
  if (!address || !project || !iid || !token)
    throw refusedError(
      '--gitlab-note needs a job of a merge request on GitLab, and TOPO_GITLAB_TOKEN.',
      {
        code: 'TOPO_COMMENT',
        hint: 'Create an access token of the project with the role Reporter and the scope api, and store it as the masked variable TOPO_GITLAB_TOKEN.',
      },
    )
  registerSecret(token)
  const { clock } = terminal
  const host = { name: 'GitLab', clock } as const
  const gitlab = await openCodeHost({
    ...host,
    address,
    source: 'CI_API_V4_URL',
    headers: { authorization: `Bearer ${token}` },
    proxy,
    redirect: 'error',
    note: (text) => terminal.note(text),
  })
  const notes = `projects/${project}/merge_requests/${iid}/notes`
  const ownNote = async () => {
    const { id } = await gitlab.get('user').json<{ id: number }>()
    for (let page = 1; page <= MOST_PAGES; page++) {
      const searchParams = { sort: 'asc', per_page: PAGE, page }
      const found = await gitlab.get(notes, { searchParams }).json<Note[]>()
      // Anybody can write the marker, so notes of other accounts are skipped.
      const own = found.find(({ body, author }) => author.id === id && body.startsWith(marker))
      if (own || found.length < PAGE) return own
    }
    return undefined
  }
  return async (text) => {
    const body = `${marker}\n${text}`
    const request = { json: { body } }
    try {
      const own = await ownNote()
      if (own && text === '') await gitlab.delete(`${notes}/${own.id}`)
      else if (own && own.body !== body) await gitlab.put(`${notes}/${own.id}`, request)
      else if (!own && text !== '') await gitlab.post(notes, request)
      return undefined
    } catch (error) {
      return `Cannot write the note on the merge request: ${await hostFailure(error, host, advice)}`
    }
  }
}

const rights = 'The token of the project needs the role Reporter and the scope api.'

const advice: readonly RefusalAdvice[] = [
  [401, /.*/, 'Check TOPO_GITLAB_TOKEN: the token may have expired.'],
  [403, /^$|scope|permission/i, rights],
  [404, /^$|not found/i, rights],
]
