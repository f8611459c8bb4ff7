/** Converts scenarios to playback steps: sender, receiver and edge of each hop. */

import { forPicture, forPictureOrNull } from '../../text/safe/for-picture.ts'
import type { Scenario, ScenarioStep, Topology } from '../../topology/topology.ts'
import type { Hop, PictureScenario, PlaybackStep } from '../picture/picture.ts'
import type { Tree } from './boxes/box-tree.ts'

/** The scenarios of returned flows in shown layers. */
export function scenariosOf(
  { flows }: Topology,
  tree: Tree,
  isShown: (layer: string | undefined) => boolean,
  layersOf: (name: string | undefined) => number[],
): PictureScenario[] {
  const edges = new Map<string, string>()
  for (const { edge, from, to } of tree.connections) {
    const ends = pair(from.key, to.key)
    if (!edges.has(ends)) edges.set(ends, edge.id)
  }
  return flows
    .filter(({ returned }) => returned)
    .flatMap(({ scenarios }) => scenarios)
    .filter(({ layer }) => isShown(layer))
    .map((scenario) => ({
      id: forPictureOrNull(scenario.id) ?? 'default',
      title: forPictureOrNull(scenario.title) ?? forPictureOrNull(scenario.id) ?? 'Scenario',
      description: forPictureOrNull(scenario.description),
      layers: layersOf(scenario.layer),
      frames: framesOf(scenario, tree, edges),
    }))
}

const pair = (from: string, to: string): string => JSON.stringify([from, to])

function framesOf(
  { steps }: Scenario,
  tree: Tree,
  edges: ReadonlyMap<string, string>,
): PlaybackStep[] {
  const keyOf = (id: string) => tree.find(id)?.key ?? null
  let cursor: string | null = null
  const hop = (from: string | null, to: string | null): Hop[] => {
    if (from === null || to === null) return []
    const there = edges.get(pair(from, to))
    const back = there === undefined ? edges.get(pair(to, from)) : undefined
    return [{ from, to, edge: there ?? back ?? null, backwards: back !== undefined }]
  }
  const frameOf = (step: ScenarioStep): PlaybackStep => {
    const { line } = step.at
    switch (step.kind) {
      case 'from':
        cursor = keyOf(step.id)
        return { line, cursor, kind: 'place' }
      case 'to': {
        const to = keyOf(step.id)
        const hops = hop(cursor, to)
        cursor = to
        return { line, cursor, kind: 'send', hops }
      }
      case 'parallel':
        return {
          line,
          cursor,
          kind: 'send',
          hops: step.pairs.flatMap(([from, to]) => hop(keyOf(from), keyOf(to))),
        }
      case 'showMessage':
        return { line, cursor, kind: 'message', text: forPicture(step.text) }
      case 'showError':
        return { line, cursor, kind: 'error', text: forPicture(step.text) }
      case 'flashError':
        return { line, cursor, kind: 'flash', node: keyOf(step.id) }
    }
  }
  return steps.map(frameOf)
}
