/** What a tool is: a plain value that says what it takes, what it gives, and what it may do. */
import type { z } from 'zod'
import type { Examine, ExamineRequest } from '../project/check/examine.ts'
import type { Project } from '../project/config/project.ts'
import type { Judgement } from './judgement.ts'
import type { RevisionTracker } from './revision-tracker.ts'
import type { ServicePool } from './service-pool.ts'

/** What a call has to work with. */
export interface Session {
  readonly connection: ServicePool
  /** Aborted when the call is cancelled, or the client is gone. */
  readonly signal: AbortSignal
  /** The folder in which the server was started, with its settings as they are now. */
  project(): Promise<Project>
  /** Runs code safely, in a thread. */
  readonly examine: Examine
  /** The same for a script as it was written, with its header. */
  judge(text: string, wanted?: ExamineRequest): Promise<Judgement>
  /** The guide on scripts, as Markdown. */
  guide(): Promise<string>
  readonly seen: RevisionTracker
  /** Asks the person; undefined where their client cannot. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined
}

/** What a call gives: data for programs, and the same as text. */
export interface ToolResult<T> {
  data: T
  text: string
  images?: readonly { data: string; mimeType: string }[]
}

export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  /** For the assistant: what it does, and when to use it. */
  readonly description: string
  readonly input: Input
  readonly output: Output
  /** Changes what the service holds, and is there only where that was allowed. */
  readonly writes?: true
  /** What is there already may be lost. */
  readonly destructive?: true
  /** The same call again changes nothing more. */
  readonly idempotent?: true
  /** Asks no service. */
  readonly offline?: true
  call(given: z.output<Input>, session: Session): Promise<ToolResult<z.output<Output>>>
}

/** Forgets in the type which input it takes: what is called has been checked by it. */
export const tool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  described: Tool<Input, Output>,
): Tool => described as unknown as Tool
