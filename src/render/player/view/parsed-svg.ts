/** Parses an SVG that topo has drawn, also in a page whose policy forbids styles in attributes. */

/** Parses as XML, which runs no scripts and rejects malformed input. @param text in which all quotes of texts are escaped */
export function parsedSvg(text: string): SVGSVGElement {
  const unstyled = text.replaceAll(' style="', ' data-style="')
  const { documentElement } = new DOMParser().parseFromString(unstyled, 'image/svg+xml')
  const svg = document.adoptNode(documentElement) as unknown as SVGSVGElement
  for (const part of svg.querySelectorAll<SVGElement>('[data-style]')) {
    part.style.cssText = part.dataset.style ?? ''
    delete part.dataset.style
  }
  return svg
}
