/** Recognises text of another diagram language in a script that fails: its syntax errors would help nobody. */
import { LineIndex } from './position.ts'
import { type Problem, problem } from './problem.ts'

/** Characters looked at, so that a long text takes no time. */
const LOOKED_AT = 4_000

/** Comments and metadata before the text itself: of JavaScript, Mermaid, and the languages with `#`. */
const BEFORE = /^(?:\s+|\/\*.*?\*\/|(?:\/\/|%%|#|```)[^\n]*\n)*/s

/** How the text of a language starts. */
const STARTS: readonly [language: string, RegExp][] = [
  ['PlantUML', /^@start[a-z]+\b/],
  ['Graphviz', /^(?:strict\s+)?(?:di)?graph\b[^\n={(;]*\{/],
  ['Mermaid', /^(?:flowchart|graph)(?:[ \t]+(?:TB|TD|BT|RL|LR)\b|[ \t]*\r?\n.*--)/s],
  [
    'Mermaid',
    /^(?:(?:sequence|class|er|state|requirement)Diagram(?:-v2)?|C4[A-Z][a-z]+|mindmap|gitGraph|(?:architecture|block)(?:-beta)?)[ \t]*\r?\n/,
  ],
  ['Structurizr', /^workspace\b[^\n=(;]*\{[ \t]*\r?\n/],
  // An arrow between two names, or the direction. JavaScript has neither.
  ['D2', /^(?:direction: \w+$|[\w."'-][\w."' -]*[ \t]<?->[ \t][\w"'])/m],
]

const YAML_LINE = /^\s*(?:#.*|---|- .*|(?:- )?["']?\w[\w./-]*["']?:(?: .*)?)$/

/** A problem instead of the others, if the text is in another language. */
export function otherLanguage(text: string): Problem | undefined {
  if (/\b(?:Topology|Flow)Builder\b/.test(text)) return undefined
  const head = text.slice(0, LOOKED_AT)
  let start = lengthOf(BEFORE, head)
  const yaml = start
  // Mermaid may have metadata, between lines of three dashes.
  start += lengthOf(/^---\r?\n.*?\n---\r?\n/s, head.slice(start))
  start += lengthOf(BEFORE, head.slice(start))
  const found = STARTS.find(([, pattern]) => pattern.test(head.slice(start)))?.[0]
  const isYaml = found === undefined && isYamlText(head.slice(yaml))
  if (found === undefined && !isYaml) return undefined
  const at = isYaml ? yaml + lengthOf(/^---\s*/, head.slice(yaml)) : start
  const fix = isYaml
    ? 'Metadata belongs into the header, between /*--- and ---*/. A script is JavaScript: `topo new "My diagram"` creates one to start from.'
    : 'A script is JavaScript: `topo new "My diagram"` creates one to start from. topo does not read other languages.'
  const span = new LineIndex(text).wordAt(at)
  return problem('syntax', span, `This is ${found ?? 'YAML'}, not a script of topo`, fix)
}

const lengthOf = (pattern: RegExp, text: string): number => pattern.exec(text)?.[0].length ?? 0

function isYamlText(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const isOne = (line: string) => YAML_LINE.test(line) && !/;|[{(,]$/.test(line)
  return lines.length > 0 && lines.slice(0, 20).every(isOne) && lines.some((line) => /\w:(?: |$)/.test(line))
}
