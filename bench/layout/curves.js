// Points on the curves of other programs.

/** Each piece of a spline as 8 straight ones: a start, then three points for each cubic Bézier curve. */
export function bezierPoints(controls) {
  const points = [controls[0]]
  for (let at = 1; at + 2 < controls.length; at += 3) {
    const [a, b, c, d] = controls.slice(at - 1, at + 3)
    for (let step = 1; step <= 8; step++) {
      const t = step / 8
      const mix = (axis) =>
        (1 - t) ** 3 * a[axis] +
        3 * (1 - t) ** 2 * t * b[axis] +
        3 * (1 - t) * t * t * c[axis] +
        t ** 3 * d[axis]
      points.push({ x: mix('x'), y: mix('y') })
    }
  }
  return points
}

/** The point at half of the length. */
export function middleOf(points) {
  const lengths = points
    .slice(1)
    .map((point, at) => Math.hypot(point.x - points[at].x, point.y - points[at].y))
  let left = lengths.reduce((sum, one) => sum + one, 0) / 2
  for (const [at, length] of lengths.entries()) {
    const a = points[at]
    const b = points[at + 1]
    if (left <= length)
      return {
        x: a.x + ((b.x - a.x) * left) / (length || 1),
        y: a.y + ((b.y - a.y) * left) / (length || 1),
      }
    left -= length
  }
  return points[0]
}
