/**
 * Lays out a unit, which is a frame whose content is in rows, with the frames in it: the phases, in their order. Each takes the value
 * of the one before and returns its own: Ranked, Unit, Ordered, Placed, Routed.
 *
 * They are those of Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures" (1981): rows,
 * order, columns, routes. Here they work on nested frames.
 */
import type { Ordered } from './order/row-order.ts'
import type { ColumnProgram } from './place/column-program.ts'
import { columnProgram, placeColumns } from './place/place.ts'
import { rank } from './rank/rank.ts'
import { turnRows } from './rank/turn-rows.ts'
import { layWires } from './rank/wires.ts'
import { type Routed, routeWires } from './route/route.ts'
import type { RowStyle, UnitRequest } from './unit/request.ts'
import type { Unit } from './unit/unit.ts'

/** The rows and wires of a unit, without an order. */
export const unitOf = (request: UnitRequest, style: RowStyle): Unit =>
  layWires(turnRows(rank(request, style)))

/** The result of the phases that follow the order. */
export interface Candidate {
  readonly routed: Routed
  /** It can be solved again. */
  readonly program: ColumnProgram
}

export function placeAndRoute(ordered: Ordered): Candidate {
  const program = columnProgram(ordered)
  return { program, routed: routeWires(placeColumns(program)) }
}
