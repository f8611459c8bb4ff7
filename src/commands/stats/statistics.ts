/** Shows views and stars by day: a small chart on a terminal, a record per script and day in a pipe. */

import { type Day, type Statistics, totalsByDay } from '../../api/calls/statistics.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import type { Channel } from '../../cli/io/channel.ts'
import { records, table } from '../../cli/io/table.ts'
import { sumOf } from '../../grouped.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

const steps = '▁▂▃▄▅▆▇█'

export const statisticsFields = ['slug', 'viewCount', 'starCount', 'views', 'stars', 'days']

export const statisticsResult = (items: readonly Statistics[]): CommandResult => ({
  data: { items, totalCount: items.length },
  text: (out) => (out.isTerminal ? charts(out, items) : lines(out, items)),
})

const lines = (out: Channel, items: readonly Statistics[]) =>
  records(
    out,
    ['SLUG', 'DATE', 'VIEWS', 'STARS'],
    items.flatMap(({ slug, days }) =>
      days.map(({ date, views, stars }) => [slug, date, views, stars]),
    ),
  )

function charts(out: Channel, items: readonly Statistics[]): string {
  const days = totalsByDay(items)
  const rows = items.map(({ slug, views, stars, viewCount, starCount }) => [
    slug,
    views,
    stars,
    viewCount,
    starCount,
  ])
  const first = days[0]?.date ?? ''
  const last = days.at(-1)?.date ?? ''
  return [
    ...chart(out, 'views', days),
    ...chart(out, 'stars', days),
    ...(days.length > 0
      ? [out.style('dim', `       ${forTerminal(first)} to ${forTerminal(last)}`), '']
      : []),
    table(out, ['SLUG', 'VIEWS', 'STARS', 'VIEWS EVER', 'STARS EVER'], rows),
  ].join('\n')
}

/** The last days that fit, one character each; a day without any is a dot. */
function chart(out: Channel, title: 'views' | 'stars', days: readonly Day[]): string[] {
  const room = Math.max(1, (out.width ?? 80) - 20)
  const fitting = days.slice(-room).map((day) => day[title])
  const highest = Math.max(0, ...fitting)
  if (fitting.length === 0) return []
  const bars = fitting.map((value) =>
    value > 0 ? steps[Math.ceil((value / highest) * steps.length) - 1] : '·',
  )
  const sum = sumOf(fitting, (value) => value)
  return [`${title.padEnd(7)}${out.style('green', bars.join(''))}  ${sum}`]
}
