/** `diff_diagram`: compares two diagrams, or a diagram with a new script. */
import * as z from 'zod/mini'
import { describeChange } from '../../diff/index.ts'
import type { Difference } from '../../sync/compare/difference.ts'
import { readDiagram, requireOne } from '../resolve-script.ts'
import { tool } from '../tool.ts'
import { asData, notice } from '../untrusted-text.ts'

const field = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})
const change = z.object({
  change: z.enum(['added', 'removed', 'changed', 'renamed']),
  what: z.enum(['group', 'process', 'connection', 'scenario']),
  id: z.string(),
  was: z.optional(z.string()).check(z.describe('The old id, of a node with another id.')),
  label: z.nullable(z.string()),
  fields: z.array(field),
})

export const diffDiagram = tool({
  name: 'diff_diagram',
  title: 'Compare diagrams',
  description:
    'Compares a diagram with a new script for it (code) or with another diagram (after): what they draw, and line by line. Shows what an update would change.',
  input: z.strictObject({
    before: z.string().check(z.minLength(1), z.describe('Id or slug of a diagram.')),
    after: z
      .optional(z.string().check(z.minLength(1)))
      .check(z.describe('Id or slug of another diagram. Give this or code.')),
    code: z.optional(z.string()).check(z.describe('A script to compare with. Give this or after.')),
  }),
  output: z.object({
    notice: z.string(),
    same: z.boolean(),
    metadata: z.array(field),
    topology: z
      .nullable(z.array(change))
      .check(z.describe('Null if one of the two scripts does not run.')),
    patch: z.string().check(z.describe('Unified diff of the code.')),
  }),
  idempotent: true,
  async call({ before, after, code }, { connection, signal, revisions, check, examine }) {
    requireOne({ after, code })
    // An update sends the script without its header.
    const text = code === undefined ? '' : (await check(code)).code
    const { compareScripts } = await import('../../sync/compare/difference.ts')
    const [first, second] = await connection.run('optional', signal, async (reach) => {
      const side = async (name: string) => {
        const { remote } = await readDiagram(reach, name)
        revisions.remember(remote)
        return { name: remote.slug, content: remote.content, text: remote.content.code }
      }
      const one = await side(before)
      if (after !== undefined) return [one, await side(after)]
      return [one, { name: 'code', content: { ...one.content, code: text }, text }]
    })
    const { difference } = await compareScripts(first, second, examine)
    const { same, metadata, topology, patch } = difference
    const data = {
      notice,
      same,
      patch,
      metadata: [...metadata],
      topology: topology?.map((one) => ({ ...one, fields: [...one.fields] })) ?? null,
    }
    return {
      data,
      text: same ? 'Nothing differs.' : asData(differenceText({ metadata, topology, patch })),
    }
  },
})

function differenceText({
  metadata,
  topology,
  patch,
}: Pick<Difference, 'metadata' | 'topology' | 'patch'>): string {
  const drawn = topology?.map((one) => `${one.change} ${describeChange(one)}`) ?? [
    'One of the two scripts does not run: validate_diagram lists the errors.',
  ]
  const fields = metadata.map((one) => `changed ${one.field}`)
  return [[...fields, ...drawn].join('\n') || 'Both scripts draw the same diagram.', patch].join(
    '\n\n',
  )
}
