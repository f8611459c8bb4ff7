/** Finds what differs between the services of compose files and the diagrams that count, together. */

import type { Place } from '../files/position.ts'
import { addTo } from '../grouped.ts'
import type { CheckedScript } from '../project/check/check.ts'
import type { PlacedFinding } from '../project/check/suppressions.ts'
import { nearest } from '../text/nearest.ts'
import { counted } from '../text/words.ts'
import type { NodeKind } from '../topology/index.ts'
import {
  type Appearance,
  type Architecture,
  architectureOf,
  type Relation,
} from './architecture.ts'
import {
  type AgainstSettings,
  bareId,
  type ComposeFile,
  ComposeServices,
  pairOf,
  ServiceMatch,
} from './compose-services.ts'

export type ComposeDifference = Omit<PlacedFinding, 'severity'>

/** Both sides, and what joins them. */
interface Comparison {
  readonly architecture: Architecture
  readonly compose: ComposeServices
  readonly match: ServiceMatch
}

/** @param checked the scripts that count, with their outlines */
export function findDifferences(
  files: readonly ComposeFile[],
  checked: readonly CheckedScript[],
  settings: AgainstSettings,
): ComposeDifference[] {
  const architecture = architectureOf(checked)
  const compose = new ComposeServices(files)
  const match = new ServiceMatch(architecture, compose.services, settings)
  const comparison = { architecture, compose, match }
  // A script that does not run may draw what others do not.
  const isComplete = checked.every(
    ({ outline, script }) => outline || script.content.type !== 'topology',
  )
  return [
    ...(isComplete ? undrawnServices(comparison) : []),
    ...missingServices(comparison),
    ...(isComplete ? undrawnConnections(comparison) : []),
    ...missingConnections(comparison),
  ]
}

function undrawnServices({ compose, match }: Comparison): ComposeDifference[] {
  return [...compose.services].flatMap(([service, place]) => {
    if (match.isDrawn(service) || match.isIgnored(service)) return []
    const message = `No diagram draws the service "${service}"`
    return [{ rule: 'undrawn-service', ...place, message, fix: `Draw it. ${NAMES}` }]
  })
}

function missingServices({ architecture, compose, match }: Comparison): ComposeDifference[] {
  const services = [...compose.services.keys()]
  return [...architecture.things].flatMap(([id, appearances]) => {
    if (appearances.some(isOutside) || isService(id, match)) return []
    const mapped = match.mappedTo(id)
    const subject = mapped === undefined ? `"${id}"` : `"${mapped}", the service of "${id}"`
    const guess = nearest(mapped ?? bareId(id), services)
    const fix =
      guess === undefined ? 'Remove it, or draw it as external.' : `Is it the service "${guess}"?`
    return [
      {
        rule: 'missing-service',
        ...placeOfFirst(appearances),
        message: `No compose file runs ${subject}${elsewhere(appearances)}`,
        fix: `${fix} ${NAMES}`,
      },
    ]
  })
}

/** True also for a part of a service, and for what the settings ignore. */
const isService = (id: string, match: ServiceMatch): boolean =>
  match.serviceOf(id) !== undefined || match.isIgnored(id) || match.around(id).length > 0

function undrawnConnections({ architecture, compose, match }: Comparison): ComposeDifference[] {
  const drawnPairs = new Set<string>()
  for (const link of architecture.links) {
    if (!link.isConnection) continue
    for (const from of match.standsFor(link.from)) {
      for (const to of match.standsFor(link.to)) drawnPairs.add(pairOf(from, to))
    }
  }
  return [...compose.calls].flatMap(([pair, { from, to, place }]) => {
    const areDrawn = match.isDrawn(from) && match.isDrawn(to)
    if (drawnPairs.has(pair) || !areDrawn || match.isIgnored(from) || match.isIgnored(to)) return []
    const message = `No diagram connects the services "${from}" and "${to}"`
    return [{ rule: 'undrawn-connection', ...place, message, fix: 'Draw the connection.' }]
  })
}

function missingConnections(comparison: Comparison): ComposeDifference[] {
  const missing = new Map<string, Relation[]>()
  for (const link of comparison.architecture.links) {
    const pair = missingPair(link, comparison)
    if (pair !== undefined) addTo(missing, pair, link)
  }
  return [...missing.values()].map((links) => {
    const [{ from, to }] = links as [Relation]
    const message = `No compose file connects "${from}" and "${to}"${elsewhere(links)}`
    const fix = 'Remove the connection, or name the address in the environment of the service.'
    return { rule: 'missing-connection', ...placeOfFirst(links), message, fix }
  })
}

/** The services that a connection joins, if they are in one file and no file connects them. */
function missingPair(link: Relation, { compose, match }: Comparison): string | undefined {
  if (!link.isConnection) return undefined
  const from = match.serviceOf(link.from)
  const to = match.serviceOf(link.to)
  if (from === undefined || to === undefined || from === to) return undefined
  if (match.isIgnored(link.from) || match.isIgnored(link.to)) return undefined

  const pair = pairOf(from, to)
  return compose.calls.has(pair) || !compose.areInOneFile(from, to) ? undefined : pair
}

/** People, and programs on their machines, are no services. */
const RUNS: ReadonlySet<NodeKind> = new Set<NodeKind>(['process', 'node', 'database'])

const isOutside = ({ kind, isExternal }: Appearance): boolean => isExternal || !RUNS.has(kind)

const NAMES =
  'Other names belong into against.map of topo.config.json, exceptions into against.ignore.'

function placeOfFirst([first]: readonly (Appearance | Relation)[]): Place {
  const { script, at } = first as Appearance | Relation
  return script.locate(at)
}

function elsewhere(all: readonly (Appearance | Relation)[]): string {
  const others = new Set(all.map(({ script }) => script.path)).size - 1
  if (others === 0) return ''
  return `, and ${counted(others, 'other diagram')} ${others === 1 ? 'draws' : 'draw'} it too`
}
