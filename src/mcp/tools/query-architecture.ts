/** `query_architecture`: who draws a node in the scripts of the project, what breaks without it, and the way to another. */
import * as z from 'zod/mini'
import { usageError } from '../../errors.ts'
import { tool } from '../tool.ts'
import { asData, notice } from '../untrusted-text.ts'

/** An assistant pays for each row. */
const MOST = 200

export const queryArchitecture = tool({
  name: 'query_architecture',
  title: 'Ask all diagrams of this project',
  description:
    'Lists the local scripts that draw a node, with callers and callees; what reaches it (impact); or the shortest paths (to). Needs no key and no network.',
  input: z.strictObject({
    id: z.string().check(z.describe('Id of a node or group; * is any text.')),
    impact: z._default(z.boolean(), false),
    to: z.optional(z.string()).check(z.describe('Id or pattern.')),
  }),
  output: z.object({
    notice: z.string(),
    items: z.array(z.record(z.string(), z.unknown())),
    totalCount: z.int(),
    unknown: z.array(z.string()).check(z.describe('Asked for, but drawn by no diagram.')),
    skipped: z.array(z.string()).check(z.describe('Scripts with errors.')),
  }),
  idempotent: true,
  offline: true,
  async call({ id, impact, to }, { project }) {
    if (impact && to !== undefined)
      throw usageError('Give impact or to, not both.', {
        hint: 'Ask two questions.',
      })
    const [{ checkProject }, { hasErrors }, { architectureOf }, { answerTo }] = await Promise.all([
      import('../../project/select/selection.ts'),
      import('../../project/check/check.ts'),
      import('../../query/architecture.ts'),
      import('../../query/answer.ts'),
    ])
    const checked = await checkProject(
      await project(),
      { paths: [], allowEmpty: true },
      {},
      { outline: true },
    )
    const architecture = architectureOf(checked.filter((one) => !hasErrors(one)))
    const { items, unknown } = answerTo({ about: id, impact, to }, architecture)
    const data = {
      notice,
      items: items.slice(0, MOST).map((item) => ({ ...item })),
      totalCount: items.length,
      unknown,
      skipped: checked.filter(hasErrors).map(({ script }) => script.path),
    }
    const lines = data.items.map((item) => JSON.stringify(item))
    const meant = unknown.flatMap((one) => architecture.meant(one) ?? [])
    const notes = [
      ...unknown.map((one) => `No diagram draws "${one}".`),
      ...meant.map((one) => `Did you mean "${one}"?`),
      ...(data.skipped.length > 0 ? [`Scripts with errors: ${data.skipped.join(', ')}`] : []),
    ]
    const text = [...lines, ...notes].join('\n')
    return {
      data,
      text: `${data.items.length} of ${items.length} found.\n${text && asData(text, 'project')}`,
    }
  },
})
