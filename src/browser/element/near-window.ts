/** Tells elements that they come near the window. */

/** Pixels below and above the window. */
const NEAR = 600

const calls = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Calls each time that the element comes near. @returns ends it */
export function whenNear(element: Element, call: () => void): () => void {
  observer ??= new IntersectionObserver(tell, { rootMargin: `${NEAR}px 0px` })
  calls.set(element, call)
  observer.observe(element)
  return () => observer?.unobserve(element)
}

function tell(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) if (isIntersecting) calls.get(target)?.()
}
