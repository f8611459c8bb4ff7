/** Runs one tool call: validates its arguments and turns errors into results. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod/mini'
import { type KnownError, usageError } from '../errors.ts'
import { placedIssue } from '../text/issue-in-words.ts'
import { nearest } from '../text/nearest.ts'
import { isRecord } from '../text/parse-json.ts'
import { forAssistant, forAssistantThroughout } from '../text/safe/for-assistant.ts'
import { failureResult, readOnly } from './error-result.ts'
import { withDiagramName } from './named-diagram.ts'
import { cancelled } from './session.ts'
import type { Session, Tool } from './tool.ts'
import { tools } from './tools/index.ts'

/** The answer to `tools/list`; without `allowWrites`, tools that write are left out. */
export const listTools = (allowWrites: boolean) =>
  tools
    .filter(({ writes }) => allowWrites || !writes)
    .map(
      ({ name, title, description, input, output, writes, destructive, idempotent, offline }) => ({
        name,
        title,
        description,
        inputSchema: schemaOf(input, 'input'),
        ...(output && { outputSchema: schemaOf(output, 'output') }),
        annotations: {
          title,
          readOnlyHint: !writes,
          destructiveHint: destructive === true,
          idempotentHint: idempotent === true,
          openWorldHint: !offline,
        },
      }),
    )

type ObjectSchema = { type: 'object'; [keyword: string]: unknown }

function schemaOf(schema: z.ZodMiniObject, io: 'input' | 'output'): ObjectSchema {
  // Assistants pay for each word: of the name of the draft, and of JavaScript's limits of integers, which Zod adds.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return rest as ObjectSchema
}

export async function call(
  name: string,
  given: unknown,
  allowWrites: boolean,
  session: Session,
): Promise<CallToolResult> {
  try {
    if (session.signal.aborted) throw cancelled()
    const tool = tools.find((one) => one.name === name)
    if (!tool) throw unknownTool(name)
    if (tool.writes && !allowWrites) throw readOnly(name)
    const { data, text, images = [] } = await tool.call(checked(tool, given), session)
    return {
      content: [
        { type: 'text', text: forAssistant(text) },
        ...images.map((image) => ({ type: 'image' as const, ...image })),
      ],
      ...(data && { structuredContent: forAssistantThroughout(data) }),
    }
  } catch (error) {
    return failureResult(error, name)
  }
}

function checked({ name, input }: Tool, given: unknown): Record<string, unknown> {
  const result = input.safeParse(withDiagramName(withoutNull(given), input))
  if (result.success) return result.data
  const issues = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${key}: unknown argument${suggestion(key, input)}`)
      : placedIssue(issue, 'arguments'),
  )
  throw usageError(`Invalid arguments of ${name}. ${issues.slice(0, 5).join('; ')}.`, {
    hint: `Arguments: ${Object.keys(input.shape).join(', ') || 'none'}.`,
  })
}

/** Removes null values: some clients send null for an omitted argument. */
function withoutNull(given: unknown): unknown {
  if (!isRecord(given)) return given ?? {}
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
}

function suggestion(key: string, input: z.ZodMiniObject): string {
  const near = nearest(key, Object.keys(input.shape))
  return near === undefined ? '' : ` (did you mean ${near}?)`
}

function unknownTool(name: string): KnownError {
  const names = tools.map((tool) => tool.name)
  const near = nearest(name, names)
  return usageError(`Unknown tool ${name}.`, {
    hint: near === undefined ? `Tools: ${names.join(', ')}.` : `Did you mean ${near}?`,
  })
}
