/** A mock with accents, and a user's folder in which topo works against it. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { type AccentName, accentNames } from '../../../src/mock/accents/names.ts'
import type { ScriptRow } from '../../../src/mock/database/rows.ts'
import { oneOf } from '../../cases.ts'
import { as, forgetRequests, rows, writes } from '../control.ts'
import { folder, mock, put, script, topo } from '../topo.ts'

/** All accents together and each by itself; some of these with `npm test`. */
export const variants: [name: string, accents: AccentName[]][] = [
  ['all accents', [...accentNames]],
  ...oneOf(3, accentNames).map((name): [string, AccentName[]] => [name, [name]]),
]

/** More scripts than two pages of `cursor` hold. */
export const slugs = Array.from({ length: 23 }, (_, n) => `flow-${String(n).padStart(2, '0')}`)
/** What `tidy` would change: order and case of tags, spaces at the end. */
export const files: Record<string, string> = {
  ...Object.fromEntries(slugs.map((slug) => [`${slug}.topology.js`, script(slug)])),
  'flow-00.topology.js': `${script('flow-00', 'name: Flow zero\ntags: [Zoo, apple]')}\n\n`,
  'flow-00.md': '# Flow zero\n\nText\n\n',
}

export interface Result {
  code: number | null
  // biome-ignore lint/suspicious/noExplicitAny: every command has its own JSON.
  data: any
  stderr: string
}

export async function accentedMock(accents: AccentName[], given: Record<string, string> = files) {
  const unlimited = 'unlimited' as const
  const quotas = { draftsPerDay: unlimited, publishPerDay: unlimited, commentsPerHour: unlimited }
  const { url } = await mock({ accents, quotas })
  const cwd = folder({ '.git/HEAD': '', ...given })
  const env = as(url, 'erin')
  const run = async (args: string[], at = cwd, input = ''): Promise<Result> => {
    const { code, stdout, stderr } = await topo([...args, '--json', '--no-input'], { cwd: at, env, input })
    return { code, data: JSON.parse(stdout), stderr }
  }
  /** Runs a command that must succeed. */
  const ok = async (...args: string[]) => {
    const result = await run(args)
    expect([args.join(' '), result.code, result.data.error]).toEqual([args.join(' '), 0, undefined])
    return result.data
  }
  const stored = async () => {
    const all = (await rows(url, 'scripts')) as unknown as ScriptRow[]
    return all.filter(({ slug }) => /^(flow|row|draft)-/.test(slug))
  }
  return {
    ...{ url, cwd, env, run, ok, stored },
    save: (name: string, text: string) => put(join(cwd, name), text),
    one: async (slug: string) => (await stored()).find((row) => row.slug === slug) as ScriptRow,
    /** Requests that may change something, since the last call. */
    sent: async () => {
      const lines = (await writes(url)).map((line) => line.split('/')[0]?.trim())
      await forgetRequests(url)
      return lines
    },
    /** A colleague changes the script without topo. */
    changeElsewhere: async (slug: string, patch: object) => {
      const { id } = (await stored()).find((row) => row.slug === slug) as ScriptRow
      const response = await fetch(`${url}/v1/scripts/${id}`, {
        method: 'PATCH',
        headers: { 'x-api-key': env.TOPO_API_KEY, 'content-type': 'application/json' },
        body: JSON.stringify(patch),
      })
      expect(response.ok, await response.text()).toBe(true)
      await forgetRequests(url)
    },
  }
}
