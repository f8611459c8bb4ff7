/** The elements that the page of the playground has from its start. */

/** @throws Error if the page lacks the element */
export function pageElement<Kind extends HTMLElement = HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector)
  if (found === null) throw new Error(`missing element: ${selector}`)
  return found
}
