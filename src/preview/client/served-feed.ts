/** Gets the scripts from the server of `topo preview`. */

import type { Entry, Sheet } from '../sheet.ts'
import type { Feed } from './feed.ts'

export const servedFeed: Feed = {
  listen({ scripts, state }) {
    const events = new EventSource('/events')
    events.addEventListener('scripts', ({ data }) => scripts(JSON.parse(data) as Entry[]))
    events.addEventListener('open', () => state('Updates on save', false))
    events.addEventListener('error', () => state('The preview has stopped', true))
  },
  async sheet(path, signal) {
    try {
      const answer = await fetch(`/sheet?path=${encodeURIComponent(path)}`, { signal })
      return answer.ok ? ((await answer.json()) as Sheet) : undefined
    } catch (error) {
      // Another script was selected meanwhile, or the preview has stopped, which `listen` reports.
      if (error instanceof DOMException || error instanceof TypeError) return undefined
      throw error
    }
  },
}
