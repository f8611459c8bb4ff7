/** Defines a command from texts, flags and one function, without a class. */
import type { Interfaces } from '@oclif/core'
import type { Command } from '@oclif/core/command'
import type { Project } from '../../project/config/project.ts'
import type { Terminal } from '../io/terminal.ts'
import type { Service } from '../service/service.ts'
import { TopoCommand } from './command.ts'
import type { globalFlags } from './flags.ts'
import type { CommandResult } from './result.ts'

interface Context<Args extends Interfaces.ArgInput, Flags extends Interfaces.FlagInput> {
  args: Interfaces.InferredArgs<Args>
  flags: Interfaces.InferredFlags<typeof globalFlags & Flags>
  terminal: Terminal
  openProject(): Promise<Project>
  /** Required by default: without a key the command fails. */
  openService(key?: 'required' | 'optional'): Promise<Service>
  /** True at once with `--yes` and with `--dry-run`. */
  confirm(question: string): Promise<boolean>
}

interface Definition<Args extends Interfaces.ArgInput, Flags extends Interfaces.FlagInput> {
  summary: string
  description?: string
  aliases?: string[]
  examples: Command.Example[]
  /** Names that `--fields` accepts; `*` accepts any. */
  fields: readonly string[]
  args?: Args
  flags?: Flags
  run(context: Context<Args, Flags>): Promise<CommandResult>
}

export function defineCommand<
  Args extends Interfaces.ArgInput = Record<never, never>,
  Flags extends Interfaces.FlagInput = Record<never, never>,
>(definition: Definition<Args, Flags>): typeof Command {
  const { run, args, flags, ...texts } = definition
  class Defined extends TopoCommand<typeof Command> {
    static override args = args ?? {}
    static override flags = flags ?? {}

    protected override execute(): Promise<CommandResult> {
      return run({
        args: this.arguments as Interfaces.InferredArgs<Args>,
        flags: this.flags as Interfaces.InferredFlags<typeof globalFlags & Flags>,
        terminal: this.terminal,
        openProject: () => this.project(),
        openService: (key) => this.service(key),
        confirm: (question) => this.confirm(question),
      })
    }
  }
  return Object.assign(Defined, texts) as unknown as typeof Command
}
