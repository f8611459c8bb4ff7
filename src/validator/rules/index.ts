/** All rules, in the order of lists: first the service's rules, then advice. */
import type { Rule } from '../rule.ts'
import { awaitedApply } from './awaited-apply.ts'
import { badColors } from './bad-colors.ts'
import { callArguments } from './call-arguments.ts'
import { callsApply } from './calls-apply.ts'
import { duplicateConnections } from './duplicate-connections.ts'
import { elementsAfterApply } from './elements-after-apply.ts'
import { flowEdges } from './flow-edges.ts'
import { flowReturned } from './flow-returned.ts'
import { hasLabel } from './has-label.ts'
import { isolatedNodes } from './isolated-nodes.ts'
import { knownConnectionEnds } from './known-connection-ends.ts'
import { knownFlowNodes } from './known-flow-nodes.ts'
import { layerNames } from './layer-names.ts'
import { layoutFlag } from './layout-flag.ts'
import { longLabels } from './long-labels.ts'
import { longRows } from './long-rows.ts'
import { missingAutoResize } from './missing-auto-resize.ts'
import { notEmpty } from './not-empty.ts'
import { portRange } from './port-range.ts'
import { reverseConnections } from './reverse-connections.ts'
import { singleScenario } from './single-scenario.ts'
import { textDirection } from './text-direction.ts'
import { textIds } from './text-ids.ts'
import { uniqueNodeIds } from './unique-node-ids.ts'
import { unknownConnectionType } from './unknown-connection-type.ts'
import { unknownIcon } from './unknown-icon.ts'
import { unknownMethod } from './unknown-method.ts'
import { unknownOption } from './unknown-option.ts'
import { unknownValue } from './unknown-value.ts'
import { usesTopologyBuilder } from './uses-topology-builder.ts'

export const rules: readonly Rule[] = [
  usesTopologyBuilder,
  callsApply,
  uniqueNodeIds,
  knownConnectionEnds,
  notEmpty,
  unknownMethod,
  callArguments,
  unknownOption,
  unknownValue,
  unknownIcon,
  unknownConnectionType,
  layoutFlag,
  elementsAfterApply,
  awaitedApply,
  textIds,
  hasLabel,
  longLabels,
  badColors,
  isolatedNodes,
  duplicateConnections,
  reverseConnections,
  portRange,
  layerNames,
  missingAutoResize,
  textDirection,
  longRows,
  flowReturned,
  knownFlowNodes,
  flowEdges,
  singleScenario,
]
