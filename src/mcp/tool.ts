/** Defines a tool: a plain value with input, output and permissions. */
import type * as z from 'zod/mini'
import type { Examine, ExamineRequest } from '../project/check/examine.ts'
import type { Project } from '../project/config/project.ts'
import type { ScriptCheck } from './check-script.ts'
import type { RevisionTracker } from './revision-tracker.ts'
import type { ServicePool } from './service-pool.ts'

/** Context of a call. */
export interface Session {
  readonly connection: ServicePool
  /** Aborted when the call is cancelled or the client disconnects. */
  readonly signal: AbortSignal
  /** Project of the folder that the server was started in; settings are read for each call. */
  project(): Promise<Project>
  /** Runs code in a sandbox, in a thread. */
  readonly examine: Examine
  /** The same for a script with its header. */
  check(text: string, wanted?: ExamineRequest): Promise<ScriptCheck>
  /** The script guide, as Markdown. */
  guide(): Promise<string>
  readonly revisions: RevisionTracker
  /** Asks the person; undefined if their client does not support it. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined
}

/** Result of a call: data for programs if the tool has an output, and the same as text. */
export interface ToolResult<T> {
  data?: T
  text: string
  images?: readonly { data: string; mimeType: string }[]
}

export interface Tool<
  Input extends z.ZodMiniObject = z.ZodMiniObject,
  Output extends z.ZodMiniObject = z.ZodMiniObject,
> {
  readonly name: string
  readonly title: string
  /** Tells the assistant when to use the tool. */
  readonly description: string
  readonly input: Input
  /** Missing if the result is only text: a client would pay for it twice. */
  readonly output?: Output
  /** Changes diagrams on the service; only listed with --allow-writes. */
  readonly writes?: true
  /** May overwrite or delete existing data. */
  readonly destructive?: true
  /** Repeating the call changes nothing more. */
  readonly idempotent?: true
  /** Works without a service. */
  readonly offline?: true
  call(given: z.output<Input>, session: Session): Promise<ToolResult<z.output<Output>>>
}

/** Erases the input type; `call.ts` validates the arguments first. */
export const tool = <Input extends z.ZodMiniObject, Output extends z.ZodMiniObject>(
  described: Tool<Input, Output>,
): Tool => described as unknown as Tool
