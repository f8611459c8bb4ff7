/** All rules, in the order in which they are listed: first those of the service, then advice. */
import type { Rule } from '../rule.ts'
import { awaitedApply } from './awaited-apply.ts'
import { callsApply } from './calls-apply.ts'
import { elementsAfterApply } from './elements-after-apply.ts'
import { flowEdges } from './flow-edges.ts'
import { flowReturned } from './flow-returned.ts'
import { hasLabel } from './has-label.ts'
import { knownConnectionEnds } from './known-connection-ends.ts'
import { knownFlowNodes } from './known-flow-nodes.ts'
import { notEmpty } from './not-empty.ts'
import { textIds } from './text-ids.ts'
import { uniqueNodeIds } from './unique-node-ids.ts'
import { unknownMethod } from './unknown-method.ts'
import { usesTopologyBuilder } from './uses-topology-builder.ts'

export const rules: readonly Rule[] = [
  usesTopologyBuilder,
  callsApply,
  uniqueNodeIds,
  knownConnectionEnds,
  notEmpty,
  unknownMethod,
  elementsAfterApply,
  awaitedApply,
  flowReturned,
  knownFlowNodes,
  flowEdges,
  textIds,
  hasLabel,
]
