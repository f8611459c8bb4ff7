/** `diff_diagram`: compares two diagrams, or a diagram with a new script. */
import * as z from 'zod/mini'
import { describeChange } from '../../diff/index.ts'
import { usageError } from '../../errors.ts'
import type { ComparedScript, Difference } from '../../sync/compare/difference.ts'
import { diagramArgument, isLocal, localFile, readRemembered } from '../named-diagram.ts'
import { type Session, tool } from '../tool.ts'
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
    'Compares a diagram with a new script for it (code) or another diagram (after): what they draw, and line by line. Shows what an update would change; with only the path of a local script, what a push of it would change.',
  input: z.strictObject({
    diagram: diagramArgument,
    after: z.optional(diagramArgument),
    code: z.optional(z.string()).check(z.describe('A script to compare with.')),
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
  async call({ diagram, after, code }, session) {
    const [first, second] = await sidesOf({ diagram, after, code }, session)
    const { compareScripts } = await import('../../sync/compare/difference.ts')
    const { difference } = await compareScripts(first, second, session.examine)
    const { same, metadata, topology, patch } = difference
    const isAllLocal = isLocal(diagram) && (code !== undefined || isLocal(after ?? ''))
    const source = isAllLocal ? 'project' : 'service'
    const data = {
      notice,
      same,
      patch,
      metadata: [...metadata],
      topology: topology?.map((one) => ({ ...one, fields: [...one.fields] })) ?? null,
    }
    return {
      data,
      text: same
        ? 'Nothing differs.'
        : asData(differenceText({ metadata, topology, patch }), source),
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

interface Sides {
  readonly diagram: string
  readonly after?: string | undefined
  readonly code?: string | undefined
}

/** The older script and the newer one. */
async function sidesOf(
  { diagram, after, code }: Sides,
  session: Session,
): Promise<[ComparedScript, ComparedScript]> {
  if (after !== undefined && code !== undefined) {
    throw usageError('Expected at most one of after and code.', {
      hint: 'Give one of after and code, and leave out the other.',
    })
  }
  if (after !== undefined) {
    return [await anySide(diagram, session), await anySide(after, session)]
  }
  if (code !== undefined) {
    // An update sends the script without its header.
    const text = (await session.check(code)).code
    const before = await anySide(diagram, session)
    return [before, { name: 'code', content: { ...before.content, code: text }, text }]
  }
  if (isLocal(diagram)) {
    const local = await localSide(diagram, session)
    return [await remoteSide(diagram, session), local]
  }
  throw usageError('Expected after or code: nothing to compare the diagram with.', {
    hint: 'Give after (another diagram), code, or the path of a local script as diagram.',
  })
}

const anySide = (diagram: string, session: Session): Promise<ComparedScript> =>
  isLocal(diagram) ? localSide(diagram, session) : remoteSide(diagram, session)

async function localSide(path: string, { project }: Session): Promise<ComparedScript> {
  const { readFileOperand } = await import('../../sync/compare/compare.ts')
  const opened = await project()
  return readFileOperand(opened, await localFile(path, opened))
}

async function remoteSide(diagram: string, session: Session): Promise<ComparedScript> {
  const { slug, content } = await readRemembered(diagram, session)
  return { name: slug, content, text: content.code }
}
