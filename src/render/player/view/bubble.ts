/** Positions a bubble above its target, or below if there is no room. */

const rim = 8

/** @param at in pixels of the overlay: centre, top and bottom of the target */
export function anchor(
  bubble: HTMLElement,
  overlay: HTMLElement,
  at: { readonly x: number; readonly top: number; readonly bottom: number },
): void {
  const half = bubble.offsetWidth / 2
  const isBelow = at.top < bubble.offsetHeight + 2 * rim
  bubble.classList.toggle('below', isBelow)
  const least = half + rim
  const left = Math.max(least, Math.min(overlay.clientWidth - least, at.x))
  bubble.style.left = `${left}px`
  bubble.style.top = `${isBelow ? at.bottom : at.top}px`
}
