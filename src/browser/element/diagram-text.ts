/** Reads the script of an element: from its content, or from an address. */
import type { DiagramProblem } from './diagram-problem.ts'

/**
 * Undefined for an element without a script. A highlighter may have put the text of `pre` into
 * elements.
 */
export function inlineText(element: Element): string | undefined {
  const script = element.querySelector(':scope>script[type="text/plain"]')
  const text = (script ?? element.querySelector('pre'))?.textContent
  return text === undefined || text === null ? undefined : outdented(text)
}

/** Without the indentation of the page, so that its header and its lines are those of a file. */
function outdented(text: string): string {
  const lines = text.replace(/^[ \t]*\n/, '').split('\n')
  const written = lines.filter((line) => line.trim() !== '')
  const least = Math.min(...written.map((line) => line.search(/\S/)))
  return lines.map((line) => line.slice(Number.isFinite(least) ? least : 0)).join('\n')
}

export async function fetchedText(src: string): Promise<string | DiagramProblem> {
  try {
    const answer = await fetch(src)
    if (answer.ok) return await answer.text()
    return notLoaded(src, `${answer.status} ${answer.statusText}`.trim())
  } catch (error) {
    return notLoaded(src, error instanceof Error ? error.message : String(error))
  }
}

const notLoaded = (src: string, reason: string): DiagramProblem => ({
  message: `The script ${src} could not be loaded: ${reason}`,
  fix: 'Look whether the address is right, and whether its server lets this page read it.',
})
