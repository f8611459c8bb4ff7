/** A user's folder beside a service that answers as other deployments may. */
import { isAll } from '../cases.ts'
import { script } from '../cli/topo.ts'
import { service } from '../floor/service.ts'
import { project } from '../floor/worlds.ts'
import { type DifferenceName, differenceNames } from './differences.ts'

/** All differences together, and with `npm run test:all` each by itself too. */
export const variants: [name: string, differences: DifferenceName[]][] = [
  ['all differences', differenceNames],
  ...(isAll ? differenceNames : []).map((name): [string, DifferenceName[]] => [name, [name]]),
]

/** More scripts than two pages of `cursor` hold. */
export const slugs = Array.from({ length: 23 }, (_, n) => `flow-${String(n).padStart(2, '0')}`)
/** What `tidy` would change: order and case of tags, spaces at the end. */
export const files: Record<string, string> = {
  ...Object.fromEntries(slugs.map((slug) => [`${slug}.topology.js`, script(slug)])),
  'flow-00.topology.js': `${script('flow-00', 'name: Flow zero\ntags: [Zoo, apple]')}\n\n`,
  'flow-00.md': '# Flow zero\n\nText\n\n',
}

export async function deployed(
  differences: DifferenceName[],
  given: Record<string, string> = files,
) {
  const quotas = { draftsPerDay: 'unlimited', publishPerDay: 'unlimited' } as const
  const folder = await project(undefined, given, await service({ differences, quotas }))
  /** Slugs of the rows that a test has created, in order. */
  const stored = () => {
    const all = folder.control.database.scripts.all().map(({ slug }) => slug)
    return all.filter((slug) => /^(flow|row)-/.test(slug)).sort()
  }
  return { ...folder, stored }
}
