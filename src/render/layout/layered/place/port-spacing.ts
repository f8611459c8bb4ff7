/** The distances of the ports on a side of a box or frame. */

/** Minimum distance of a port from a corner, and from the next port. */
const corner = 12
const portGap = 10
const closest = 5

interface PortSpacing {
  /** From a corner to the first port, at least. */
  readonly edge: number
  /** From a port to the next one: at least, and better. */
  readonly gap: number
  readonly ideal: number
}

/** How ports share a side: as near to its middle as their number allows. */
export function portSpacing(width: number, count: number): PortSpacing {
  const room = width - 2 * corner
  if (count === 1)
    return {
      edge: Math.floor(Math.max(Math.min(corner, width / 2), width * 0.3)),
      gap: 0,
      ideal: 0,
    }
  const gap = Math.max(closest, Math.floor(Math.min(portGap, room / (count - 1))))
  const ideal = Math.min(22, Math.max(gap, room / (count - 1)))
  const spread =
    Math.max(gap, Math.min(ideal * 1.2, room / (count - 1))) * (count - 1) + width * 0.2
  const edge = Math.min(Math.max(corner, (width - spread) / 2), (width - gap * (count - 1)) / 2)
  return { edge: Math.floor(edge), gap, ideal }
}
