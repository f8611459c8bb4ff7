/** Defines a command from texts, flags and one function: parses, runs it, and prints the result as text or JSON. */
import { resolve } from 'node:path'
import type { Interfaces } from '@oclif/core'
import { Command } from '@oclif/core/command'
import type * as z from 'zod/mini'
import { type KnownError, usageError } from '../../errors.ts'
import { jsonText } from '../../text/ci-commands.ts'
import { failureDocument, toKnownError, withoutOwnCommand } from '../io/failure.ts'
import { redact, type Terminal } from '../io/terminal.ts'
import { type CommandContext, type CommonFlags, commandContext } from './context.ts'
import { globalFlags } from './flags.ts'
import type { CommandResult } from './result.ts'

/** The words of a command line, and what they open. */
export type ContextOf<
  Flags extends Interfaces.FlagInput,
  Args extends Interfaces.ArgInput = Record<never, never>,
> = CommandContext & {
  readonly args: Interfaces.InferredArgs<Args>
  readonly flags: Interfaces.InferredFlags<typeof globalFlags & Flags>
}

interface Definition<Args extends Interfaces.ArgInput, Flags extends Interfaces.FlagInput> {
  summary: string
  description?: string
  usage?: string
  aliases?: string[]
  examples: Command.Example[]
  /** Names that `--fields` accepts: keys of the JSON document or of its items; `*` accepts any. A record has those of its schema. */
  fields?: readonly string[] | z.ZodMiniObject
  args?: Args
  flags?: Flags
  /** Returns undefined if the command has printed everything itself. */
  run(context: ContextOf<Flags, Args>): Promise<CommandResult | undefined>
}

/** oclif reads the texts and flags of the class, and `dispatch.ts` runs it. */
export function defineCommand<
  Args extends Interfaces.ArgInput = Record<never, never>,
  Flags extends Interfaces.FlagInput = Record<never, never>,
>({ run, fields = [], ...texts }: Definition<Args, Flags>): typeof Command {
  class Defined extends Command {
    static override baseFlags = globalFlags
    static fields = 'shape' in fields ? Object.keys(fields.shape) : fields

    override async run(): Promise<void> {
      const parsed = await this.parse(Defined as never).catch(async (error: unknown) => {
        throw (await import('./usage-error.ts')).usageErrorOf(error, Defined)
      })
      const { args, flags } = parsed as unknown as Pick<ContextOf<Flags, Args>, 'args' | 'flags'>
      refuseEmptyWords(args, flags, { ...globalFlags, ...texts.flags })
      const context = commandContext(flags, this.config)
      if (flags.fields !== undefined) await checkFields(flags.fields, Defined.fields, context)
      const names = [Defined.id, ...Defined.aliases].map((name) => name.replaceAll(':', ' '))
      const own = (thrown: unknown) => withoutOwnCommand(toKnownError(thrown), names, this.argv)
      await answer(() => run({ ...context, args, flags }), flags, context, own)
    }
  }
  return Object.assign(Defined, texts)
}

/** A shell makes an empty word of a variable that is not set. It would be the path of the folder. */
function refuseEmptyWords(args: object, flags: object, known: Interfaces.FlagInput): void {
  const isPath = ([name]: [string, unknown]) => /^(?:paths?|sources|dir|scripts?)$/.test(name)
  const hasPath = ([name]: [string, unknown]) =>
    /^(FILE|DIR|FOLDER|PATH)$/.test(String(Object(known[name]).helpValue))
  const words = [
    ...Object.entries(args)
      .filter(isPath)
      .map(([name, value]) => [name.toUpperCase(), value]),
    ...Object.entries(flags)
      .filter(hasPath)
      .map(([name, value]) => [`--${name}`, value]),
  ]
  const [name, value] = words.find(([, value]) => [value].flat().includes('')) ?? []
  if (name === undefined) return
  const hint = 'Check the variable that it comes from. The whole folder is `.`.'
  throw usageError(`${Array.isArray(value) ? 'One of ' : ''}${name} is empty.`, { hint })
}

async function checkFields(
  fields: string[],
  known: readonly string[],
  { showsData }: CommandContext,
) {
  if (!showsData) {
    throw usageError('--fields selects fields of the JSON, but no JSON is printed.', {
      code: 'TOPO_NO_JSON',
      hint: 'Add --json or --output-file.',
    })
  }
  const { checkFields } = await import('./fields.ts')
  checkFields(fields, known)
}

async function answer(
  run: () => Promise<CommandResult | undefined>,
  flags: CommonFlags,
  { terminal, close }: CommandContext,
  inWords: (thrown: unknown) => KnownError,
): Promise<void> {
  try {
    const result = await (flags['dry-run'] ? orRequest(run) : run())
    terminal.activity.end()
    if (result) await show(result, flags, terminal)
  } catch (thrown) {
    terminal.activity.end()
    const error = inWords(thrown)
    const file = flags['output-file']
    if (file !== undefined) await writeDocument(file, failureDocument(error))
    throw error
  } finally {
    close()
  }
}

/** The result of `--dry-run` is the first request that could change something, unless the command plans by itself. */
async function orRequest(
  run: () => Promise<CommandResult | undefined>,
): Promise<CommandResult | undefined> {
  const [{ DryRunStop }, { dryRunResult }] = await Promise.all([
    import('../../api/transport.ts'),
    import('./dry-run.ts'),
  ])
  try {
    return await run()
  } catch (error) {
    if (error instanceof DryRunStop) return dryRunResult(error)
    throw error
  }
}

async function show(
  { data, text, exitCode, totals, nextStep: next }: CommandResult,
  { fields, 'output-file': file }: CommonFlags,
  terminal: Terminal,
): Promise<void> {
  const shown =
    fields === undefined ? data : (await import('./fields.ts')).selectFields(data, fields)
  if (file !== undefined) await writeDocument(file, shown)
  const printed = terminal.json ? jsonText(shown) : text(terminal.out)
  if (printed !== '') terminal.out.line(printed)
  else if (terminal.out.isTerminal && 'items' in data && isEmpty(data.items))
    terminal.hint('No results.')
  if (totals !== undefined && !terminal.out.isTerminal && !terminal.json) terminal.note(totals)
  if (next !== undefined) terminal.hint(`Next: ${next}`)
  process.exitCode = exitCode ?? 0
}

const isEmpty = (items: unknown) => Array.isArray(items) && items.length === 0

async function writeDocument(file: string, document: object): Promise<void> {
  const { writeAtomic } = await import('../../project/files/atomic.ts')
  await writeAtomic(resolve(file), redact(`${jsonText(document)}\n`))
}
