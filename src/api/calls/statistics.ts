/** Reads views and stars of the caller's scripts by day. */

import { sortedBy, sumOf } from '../../grouped.ts'
import { orUnsupported } from '../answers/unsupported.ts'
import type { Client } from '../client/client.ts'
import { getNumber, getText } from '../client/untyped.ts'
import type { ListedScript } from '../resources/scripts.ts'

export interface Day {
  date: string
  views: number
  stars: number
}

export interface Statistics {
  slug: string
  /** Since the script was created. */
  viewCount: number | null
  starCount: number | null
  /** In the requested days. */
  views: number
  stars: number
  days: Day[]
}

type Counted = Pick<ListedScript, 'id' | 'slug' | 'viewCount' | 'starCount'>

/** Sequential, because a service may count slowly. */
export async function readStatistics(
  client: Client,
  scripts: readonly Counted[],
  days: number,
): Promise<Statistics[]> {
  const all: Statistics[] = []
  for (const { id, slug, viewCount = null, starCount = null } of scripts) {
    const ask = () => client.analytics.daily({ params: { id }, query: { days } })
    const { items } = await orUnsupported('statistics by day', ask)
    const list = items.map((item) => ({
      date: getText(item, 'date', 'day') ?? '',
      views: getNumber(item, 'views', 'viewCount', 'count') ?? 0,
      stars: getNumber(item, 'stars', 'starCount') ?? 0,
    }))
    all.push({
      slug,
      viewCount,
      starCount,
      views: sumOf(list, ({ views }) => views),
      stars: sumOf(list, ({ stars }) => stars),
      days: list,
    })
  }
  return all
}

export function totalsByDay(all: readonly Statistics[]): Day[] {
  const days = new Map<string, Day>()
  for (const { date, views, stars } of all.flatMap((one) => one.days)) {
    const day = days.get(date) ?? { date, views: 0, stars: 0 }
    days.set(date, { date, views: day.views + views, stars: day.stars + stars })
  }
  return sortedBy(days.values(), ({ date }) => date)
}
