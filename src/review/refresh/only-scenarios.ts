/** Leaves out the scenarios of a picture that were not chosen. */
import { type KnownError, refusedError } from '../../errors.ts'
import type { Picture } from '../../render/index.ts'
import { enumeration } from '../../text/alternatives.ts'

/** @throws KnownError `TOPO_NOT_DRAWN` for an unknown id */
export function onlyScenarios(picture: Picture, ids: readonly string[] | undefined): Picture {
  if (ids === undefined) return picture
  const scenarios = picture.scenarios.filter(({ id }) => ids.includes(id))
  const missing = ids.find((id) => !scenarios.some((scenario) => scenario.id === id))
  if (missing === undefined) return { ...picture, scenarios }
  throw noScenario(`${picture.title} has no scenario "${missing}".`, picture)
}

const MOST_NAMED = 20

export const noScenario = (message: string, { scenarios }: Picture): KnownError =>
  refusedError(message, {
    code: 'TOPO_NOT_DRAWN',
    hint:
      scenarios.length === 0
        ? 'The flow must be returned: "return flow" at the end of the script.'
        : `Its scenarios: ${enumeration(scenarios.slice(0, MOST_NAMED).map(({ id }) => id))}.`,
  })
