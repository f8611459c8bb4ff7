/** Converts scenarios to playback steps: sender, receiver and edge of each hop. */

import { forPicture, forPictureOrNull } from '../../text/safe/for-picture.ts'
import type { Scenario, ScenarioStep, Topology } from '../../topology/model/topology.ts'
import type { Hop, PictureScenario, PlaybackStep } from '../picture/picture.ts'
import type { Tree } from './boxes/box-tree.ts'

/** The layers of a picture. */
export interface ScenarioLayers {
  readonly isShown: (layer: string | undefined) => boolean
  /** The numbers of a layer. */
  readonly numbersOf: (layer: string | undefined) => number[]
}

/** The scenarios of returned flows in shown layers. */
export function scenariosOf(
  { flows }: Topology,
  tree: Tree,
  { isShown, numbersOf }: ScenarioLayers,
): PictureScenario[] {
  const edges = firstEdges(tree)
  return flows
    .filter(({ returned }) => returned)
    .flatMap(({ scenarios }) => scenarios)
    .filter(({ layer }) => isShown(layer))
    .map((scenario) => ({
      id: forPictureOrNull(scenario.id) ?? 'default',
      title: forPictureOrNull(scenario.title) ?? forPictureOrNull(scenario.id) ?? 'Scenario',
      description: forPictureOrNull(scenario.description),
      layers: numbersOf(scenario.layer),
      frames: new ScenarioPlayback(tree, edges).framesOf(scenario),
    }))
}

/** The first edge between two boxes, by their keys. */
type EdgeIds = ReadonlyMap<string, string>

function firstEdges({ connections }: Tree): EdgeIds {
  const edges = new Map<string, string>()
  for (const { edge, from, to } of connections) {
    const ends = pair(from.key, to.key)
    if (!edges.has(ends)) edges.set(ends, edge.id)
  }
  return edges
}

const pair = (from: string, to: string): string => JSON.stringify([from, to])

class ScenarioPlayback {
  readonly #tree: Tree
  readonly #edges: EdgeIds
  /** The key of the box where the scenario is. */
  #cursor: string | null = null

  constructor(tree: Tree, edges: EdgeIds) {
    this.#tree = tree
    this.#edges = edges
  }

  framesOf({ steps }: Scenario): PlaybackStep[] {
    return steps.map((step) => this.#frameOf(step))
  }

  #frameOf(step: ScenarioStep): PlaybackStep {
    const { line } = step.at
    switch (step.kind) {
      case 'from':
        this.#cursor = this.#keyOf(step.id)
        return { line, cursor: this.#cursor, kind: 'place' }
      case 'to': {
        const from = this.#cursor
        this.#cursor = this.#keyOf(step.id)
        const hops = this.#hop(from, this.#cursor)
        return { line, cursor: this.#cursor, kind: 'send', hops }
      }
      case 'parallel': {
        const hops = step.pairs.flatMap(([from, to]) =>
          this.#hop(this.#keyOf(from), this.#keyOf(to)),
        )
        return { line, cursor: this.#cursor, kind: 'send', hops }
      }
      case 'showMessage':
        return { line, cursor: this.#cursor, kind: 'message', text: forPicture(step.text) }
      case 'showError':
        return { line, cursor: this.#cursor, kind: 'error', text: forPicture(step.text) }
      case 'flashError':
        return { line, cursor: this.#cursor, kind: 'flash', node: this.#keyOf(step.id) }
    }
  }

  #keyOf(id: string): string | null {
    return this.#tree.find(id)?.key ?? null
  }

  /** None if an end is not drawn. */
  #hop(from: string | null, to: string | null): Hop[] {
    if (from === null || to === null) return []
    const forwards = this.#edges.get(pair(from, to))
    const backwards = forwards === undefined ? this.#edges.get(pair(to, from)) : undefined
    const edge = forwards ?? backwards ?? null
    return [{ from, to, edge, backwards: backwards !== undefined }]
  }
}
