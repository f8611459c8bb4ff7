import { type ListedScript, listedScript } from '../../api/resources/scripts.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { pageFlags } from '../../cli/command/flags/flags.ts'
import { listResult, readPage } from '../../cli/command/list-result.ts'
import type { Channel } from '../../cli/io/channel.ts'
import { formatTime } from '../../cli/io/format-time.ts'
import { ownScripts } from '../../sync/remote/read-remote.ts'

export default defineCommand({
  summary: 'List your scripts on the service.',
  aliases: ['list'],
  examples: ['topo list', 'topo list --all --json'],
  fields: listedScript,
  flags: pageFlags,
  run: async ({ openService, flags, terminal }) => {
    const { client } = await openService()
    const { items, totalCount } = await readPage(terminal, flags, 'scripts', (most) =>
      ownScripts(client, most),
    )
    return listResult(items, ['SLUG', 'NAME', 'VISIBILITY', 'VIEWS', 'UPDATED'], row, totalCount)
  },
})

const row = ({ slug, name, isPublic, viewCount, updatedAt }: ListedScript, out: Channel) => [
  slug,
  name,
  visibilityOf(isPublic),
  viewCount,
  formatTime(out, updatedAt),
]

/** Undefined if the service does not say it. */
function visibilityOf(isPublic: boolean | undefined): string | undefined {
  if (isPublic === undefined) return undefined
  return isPublic ? 'public' : 'private'
}
