/** Reports calls of methods that the builders do not have. */

import { Suggestions } from '../../text/nearest.ts'
import type { Topology, UnknownCall } from '../../topology/index.ts'
import { fixOfOption } from '../../topology/option-fix.ts'
import { builderVariable, methodBeforeCall } from '../../topology/parse/option-locations.ts'
import { fixOfOtherWord } from '../other-words.ts'
import type { Rule } from '../rule.ts'
import { METHODS } from '../vocabulary.ts'

const OWNER: Readonly<Record<UnknownCall['on'], string>> = {
  topology: 'A TopologyBuilder',
  group: 'A group',
  node: 'A node',
  flow: 'A FlowBuilder',
}

export const unknownMethod: Rule = {
  id: 'unknown-method',
  severity: 'warning',
  breaks: true,
  docs: {
    summary: 'Scripts only call methods that the builders have',
    why: 'An unknown method stops the script when the diagram is opened; topo skips the call.',
  },
  *check(topology) {
    const suggestions = new Suggestions()
    let typo: MisspeltCall | undefined
    for (const call of topology.unknownCalls) {
      const { on, name, at } = call
      const ofGroup = METHODS.group.includes(name) ? name : suggestions.nearest(name, METHODS.group)
      const near = suggestions.nearest(name, METHODS[on])
      if (near === 'createGroup') typo ??= { name, line: at.line }
      const meant = near ?? (ofGroup === undefined ? namesake(name, METHODS[on]) : undefined)
      const groupHint = ofGroup && `${ofGroup}() is a method of a group: ${wayToGroup(typo)}.`
      yield {
        at,
        message: `${OWNER[on]} has no method ${name}()`,
        fix:
          meant === undefined
            ? (optionHint(topology, call) ??
              ownerHint(topology, name) ??
              groupHint ??
              fixOfOtherWord(on, name) ??
              `Use one of ${METHODS[on].join(', ')}.`)
            : `Did you mean ${meant}()?`,
        typo: meant === undefined ? undefined : { call: at, word: name, meant },
      }
    }
  },
}

/** The call that would have made the group. */
interface MisspeltCall {
  readonly name: string
  readonly line: number
}

const wayToGroup = (typo: MisspeltCall | undefined): string =>
  typo === undefined
    ? 'call it on what createGroup() returns'
    : `fix ${typo.name}() in line ${typo.line} first`

/** The method whose name ends with the word: `showMessage` for `message`, `addProcess` for `createProcess`. */
function namesake(name: string, methods: readonly string[]): string | undefined {
  const word = name.replace(/^(?:create|add)(?=[A-Z])/, '').toLowerCase()
  if (word.length < 3 || word.length > LONGEST_NAME) return undefined
  return methods.find((method) => method.toLowerCase().endsWith(word))
}

/** Characters of a name that is compared with the names of methods. */
const LONGEST_NAME = 40

/** Says which other object has the method; a group has a longer hint. */
function ownerHint(topology: Topology, name: string): string | undefined {
  if (METHODS.topology.includes(name)) {
    const variable = builderVariable(topology)
    return `${name}() is a method of the TopologyBuilder: write ${variable}.${name}().`
  }
  if (METHODS.flow.includes(name))
    return `${name}() is a method of a FlowBuilder: call it on a new FlowBuilder().`
  return undefined
}

/** Says that the name is an option of what it is called on. */
function optionHint(topology: Topology, { on, name, at }: UnknownCall): string | undefined {
  if (on === 'flow') return undefined
  const method = methodBeforeCall(topology, at) ?? MADE_BY[on]
  return method === undefined ? undefined : fixOfOption(name, method)
}

/** The method that most likely made an object with a variable. */
const MADE_BY = { topology: undefined, group: 'createGroup', node: 'createNode' } as const
