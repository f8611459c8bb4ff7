/** Reports calls of methods that the builders do not have. */

import { Suggestions } from '../../text/nearest.ts'
import type { UnknownCall } from '../../topology/index.ts'
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
  *check({ unknownCalls }) {
    const suggestions = new Suggestions()
    let typo: { readonly name: string; readonly line: number } | undefined
    for (const { on, name, at } of unknownCalls) {
      const meant = suggestions.nearest(name, METHODS[on])
      if (meant === 'createGroup') typo ??= { name, line: at.line }
      const ofGroup = METHODS.group.includes(name) ? name : suggestions.nearest(name, METHODS.group)
      const first =
        typo === undefined
          ? 'call it on what createGroup() returns'
          : `fix ${typo.name}() in line ${typo.line} first`
      yield {
        at,
        message: `${OWNER[on]} has no method ${name}()`,
        fix: fixOf(on, meant, ofGroup && `${ofGroup}() is a method of a group: ${first}.`),
        typo: meant === undefined ? undefined : { call: at, word: name, meant },
      }
    }
  },
}

function fixOf(
  on: UnknownCall['on'],
  meant: string | undefined,
  groupHint: string | undefined,
): string {
  if (meant !== undefined) return `Did you mean ${meant}()?`
  return groupHint ?? `Use one of ${METHODS[on].join(', ')}.`
}
