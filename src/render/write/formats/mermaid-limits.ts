/** Limits of Mermaid where nobody configures it, such as on GitHub: it shows an error instead of a larger diagram. */

const MOST_EDGES = 500
const MOST_CHARACTERS = 50_000

/** Says why GitHub does not draw a diagram; undefined if it does. @param edges number of connections */
export function mermaidRefusal(edges: number, text: string): string | undefined {
  const reasons = [
    [edges, MOST_EDGES, 'connections'],
    [text.length, MOST_CHARACTERS, 'characters'],
  ] as const
  const over = reasons.find(([count, most]) => count > most)
  if (!over) return undefined
  const [count, most, what] = over
  return `GitHub does not draw this Mermaid diagram: it has ${inWords(count)} ${what}, the maximum is ${inWords(most)}.`
}

const inWords = (count: number): string => count.toLocaleString('en')
