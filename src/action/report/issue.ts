/** Keeps one open issue with the differences that `drift` found, and closes it when both sides are the same. */
import { type GitHubPlace, openRepository, ownTexts, reasonOf } from '../step/github.ts'

/**
 * @param name keeps the issues of several projects apart; empty for the project at the top of the repository
 * @param markdown empty to close the issue
 * @returns the error, as a sentence; undefined on success
 */
export async function updateIssue(
  place: GitHubPlace,
  name: string,
  markdown: string,
): Promise<string | undefined> {
  const marker = `<!-- topo:drift ${encodeURIComponent(name)} -->`
  const body = `${marker}\n${markdown}`
  const title = `Diagrams have drifted${name === '' ? '' : ` (${name})`}`
  try {
    const github = await openRepository(place)
    const [oldest, ...others] = await ownTexts(place, 'issues', marker)
    const closed = markdown === '' && oldest ? [oldest, ...others] : others
    for (const { number } of closed)
      await github.patch(`issues/${number}`, { json: { state: 'closed' } })
    if (markdown === '') return undefined
    if (oldest === undefined) await github.post('issues', { json: { title, body } })
    else if (oldest.body !== body) await github.patch(`issues/${oldest.number}`, { json: { body } })
    return undefined
  } catch (error) {
    return `Cannot keep an issue with the differences: ${await reasonOf(error, 'issues', place)}`
  }
}
