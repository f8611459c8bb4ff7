/** `-h`: the usage, the command's own flags in a line each where that is possible, and two examples. */
import type { Command } from '@oclif/core/command'
import type { CommandHelp } from '@oclif/core/help'
import { TopoCommandHelp } from './command-help.ts'

const MOST_EXAMPLES = 2

export class BriefCommandHelp extends TopoCommandHelp {
  protected override sections(): ReturnType<CommandHelp['sections']> {
    const kept = ['USAGE', 'ARGUMENTS', 'FLAGS', 'EXAMPLES']
    const all = super.sections()
    // The first section of flags is the command's own.
    return kept.flatMap((header) => all.find((section) => section.header === header) ?? [])
  }

  protected override flags(flags: Command.Flag.Any[]): [string, string | undefined][] | undefined {
    return super.flags(
      flags.map(({ description: _, summary = '', ...flag }) => ({
        ...flag,
        summary: inShort(summary),
      })),
    )
  }

  protected override examples(examples: Command.Example[] | undefined): string | undefined {
    return super.examples(
      examples?.filter((one) => typeof one === 'string').slice(0, MOST_EXAMPLES),
    )
  }

  override generate(): string {
    const words = this.command.id.replaceAll(':', ' ')
    return `${super.generate()}\n\nAll flags, exit codes and JSON fields: topo help ${words}`
  }
}

/**
 * The first sentence. A long one is cut at its first comma, unless it lists values. A full stop within a word does
 * not end a sentence.
 */
function inShort(text: string): string {
  const sentence = /^.*?(?<!e\.g)[.;](?=\s|$)/s.exec(text)?.[0] ?? text
  const isCut = sentence.length > LONGEST && !/: |^One of/.test(sentence)
  const short = isCut ? (sentence.split(/[,(]/)[0] ?? sentence) : sentence
  return short.trim().replace(/[;.]?$/, '.')
}

/** In characters; such a line fits 80 columns beside most flags. */
const LONGEST = 54
