import type { QuotaEntry } from '../api/resources/quota.ts'
import { type Answer, TopoCommand } from '../cli/command.ts'
import { table } from '../cli/table.ts'

export default class Quota extends TopoCommand<typeof Quota> {
  static override summary = 'What this account may still do, and per which time.'
  static override examples = ['<%= config.bin %> quota', '<%= config.bin %> quota --json']

  protected override async act(): Promise<Answer> {
    const { client } = await this.service()
    const data = await client.quota.me()
    return {
      data,
      text: (out) => table(out, ['QUOTA', 'USED', 'LEFT', 'LIMIT', 'PER'], data.quotas.map(row)),
    }
  }
}

const row = ({ key, used, limit, windowSeconds }: QuotaEntry) => [
  key,
  used,
  Math.max(0, limit - used),
  limit,
  period(windowSeconds),
]

/** A window in words: 86400 is `24 h`. */
function period(seconds: number): string {
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds} s`
}
