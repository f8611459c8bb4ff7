/** Limits of Mermaid where nobody configures it, such as on GitHub: it shows an error instead of a larger diagram. */

const MOST_EDGES = 500
const MOST_CHARACTERS = 50_000

/** Says why GitHub does not draw a diagram; undefined if it does. @param edges number of connections */
export function mermaidRefusal(edges: number, text: string): string | undefined {
  const reasons = [
    { count: edges, most: MOST_EDGES, what: 'connections' },
    { count: text.length, most: MOST_CHARACTERS, what: 'characters' },
  ]
  const reason = reasons.find((limit) => limit.count > limit.most)
  if (!reason) return undefined
  const { count, most, what } = reason
  return `GitHub does not draw this Mermaid diagram: it has ${inWords(count)} ${what}, the maximum is ${inWords(most)}.`
}

const inWords = (count: number): string => count.toLocaleString('en')
