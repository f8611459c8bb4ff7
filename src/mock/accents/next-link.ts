/** Address of the next page, for the header `Link`. */
import type { AccentCall } from './accent.ts'

export function nextLink({ url }: Pick<AccentCall, 'url'>, cursor: string): string {
  const next = new URL(url)
  for (const name of ['offset', 'page']) next.searchParams.delete(name)
  next.searchParams.set('cursor', cursor)
  return `<${next.href}>; rel="next"`
}
