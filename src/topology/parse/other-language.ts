/** Recognises text of another diagram language: `topo convert` reads some, and its syntax errors in a script would help nobody. */
import { linesIn } from '../../text/line-ends.ts'
import { LineIndex } from '../model/position.ts'
import { type Problem, problem } from '../model/problem.ts'

/** Characters looked at, so that a long text takes no time. */
const LOOKED_AT = 4_000

/** Comments and metadata before the text itself: of JavaScript, Mermaid, PlantUML, and the languages with `#`. */
const BEFORE = /^(?:\s+|\/\*.*?\*\/|\/'.*?'\/|(?:\/\/|%%|#|```|')[^\n]*\n)*/s

/** How the text of a language starts. */
const STARTS: readonly [language: string, RegExp][] = [
  ['PlantUML', /^@start[a-z]+\b/],
  ['Graphviz', /^(?:strict\s+)?(?:di)?graph\b[^\n={(;]*\{/],
  ['Mermaid', /^(?:flowchart|graph)(?:[ \t]+(?:TB|TD|BT|RL|LR)\b|[ \t]*\r?\n.*--)/s],
  [
    'Mermaid',
    /^(?:(?:sequence|class|er|state|requirement)Diagram(?:-v2)?|C4[A-Z][a-z]+|mindmap|gitGraph|(?:architecture|block)(?:-beta)?)[ \t]*\r?\n/,
  ],
  // Names may have brackets, and settings may come first.
  [
    'Structurizr',
    /^(?:!\w+[^\n]*\r?\n\s*)*workspace\b(?:[ \t]+(?:"[^"\n]*"|[^\s"{}()=;]+))*[ \t]*\{[ \t]*(?:(?:#|\/\/)[^\n]*)?\r?\n/,
  ],
  ['LikeC4', /^(?:specification|model|views)[ \t]*\{[ \t]*\r?\n/],
  [
    'Terraform',
    /^(?:terraform|locals|provider|resource|data|module|variable|output)(?:[ \t]+"[^"\n]*"){0,2}[ \t]*\{[ \t]*\r?\n/,
  ],
  // An arrow between two names, the direction, or a shape in braces. JavaScript has none of them.
  [
    'D2',
    /^(?:direction: \w+$|[\w."'-][\w."' -]*[ \t]<?->[ \t][\w"']|[\w.-]+(?:: [^\n{]*)?[ \t]*\{[ \t]*\r?\n[ \t]+shape: \w+$)/m,
  ],
]

const YAML_LINE = /^\s*(?:#.*|---|- .*|(?:- )?["']?\w[\w./-]*["']?:(?: .*)?)$/

/** Languages of which `topo convert` makes scripts. */
export const CONVERTED: readonly string[] = ['Mermaid', 'Compose', 'Structurizr']

const SUFFIXES: readonly [language: string, RegExp][] = [
  ['Mermaid', /\.(?:mmd|mermaid)$/i],
  ['Structurizr', /\.dsl$/i],
  ['PlantUML', /\.(?:puml|plantuml)$/i],
  ['Graphviz', /\.(?:dot|gv)$/i],
  ['D2', /\.d2$/i],
  ['draw.io', /\.drawio$/i],
  ['LikeC4', /\.(?:c4|likec4)$/i],
  ['Terraform', /\.tf$/i],
]

/**
 * The other language of a text, and the offset where its text starts. Undefined for JavaScript and for what is not known.
 * @param file its name, if it is no script
 */
export function languageOf(text: string, file = ''): { language: string; at: number } | undefined {
  const head = text.slice(0, LOOKED_AT)
  const yaml = lengthOf(BEFORE, head)
  let start = yaml
  // Mermaid may have metadata, between lines of three dashes.
  start += lengthOf(/^---\r?\n.*?\n---\r?\n/s, head.slice(start))
  start += lengthOf(BEFORE, head.slice(start))
  const language =
    SUFFIXES.find(([, suffix]) => suffix.test(file))?.[0] ??
    STARTS.find(([, pattern]) => pattern.test(head.slice(start)))?.[0]
  if (language !== undefined) return { language, at: start }
  if (/\.json$/i.test(file))
    return /"model"\s*:\s*\{/.test(text) && /"views"\s*:\s*\{/.test(text)
      ? { language: 'Structurizr', at: 0 }
      : undefined
  if (!/\.ya?ml$/i.test(file) && !isYamlText(head.slice(yaml))) return undefined
  const at = yaml + lengthOf(/^---\s*/, head.slice(yaml))
  if (isCompose(text, file)) return { language: 'Compose', at }
  return { language: isKubernetes(text) ? 'Kubernetes' : 'YAML', at }
}

/** A problem instead of the others, if the text is in another language. */
export function otherLanguage(text: string): Problem | undefined {
  const found = /\b(?:Topology|Flow)Builder\b/.test(text) ? undefined : languageOf(text)
  if (found === undefined) return undefined
  const { language, at } = found
  const span = new LineIndex(text).wordAt(at)
  return problem('syntax', span, `This is ${language}, not a script of topo`, fixOf(language))
}

function fixOf(language: string): string {
  if (CONVERTED.includes(language)) return '`topo convert FILE` makes a script of it.'
  const script = 'A script is JavaScript: `topo new "My diagram"` creates one to start from.'
  if (language === 'YAML') {
    return `Metadata belongs into the header, between /*--- and ---*/. ${script}`
  }
  return `${script} \`topo convert\` reads Mermaid, Compose and Structurizr.`
}

/** Services as a map; a GitLab pipeline has a list of them, and other values of `include`. */
const isCompose = (text: string, file: string) =>
  /^services\s*:[ \t]*(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*[ \t]+[^\s#-]/m.test(text) ||
  (/^include\s*:/m.test(text) && /(?:^|[\\/])(?:docker-)?compose[^\\/]*\.ya?ml$/i.test(file))

const isKubernetes = (text: string) =>
  /^apiVersion\s*:[ \t]*\S/m.test(text) && /^kind\s*:[ \t]*[A-Z]\w*/m.test(text)

const lengthOf = (pattern: RegExp, text: string): number => pattern.exec(text)?.[0].length ?? 0

function isYamlText(text: string): boolean {
  const lines = linesIn(text).filter((line) => line.trim() !== '')
  const isOne = (line: string) => YAML_LINE.test(line) && !/;|[{(,]$/.test(line)
  return (
    lines.length > 0 &&
    lines.slice(0, 20).every(isOne) &&
    lines.some((line) => /\w:(?: |$)/.test(line))
  )
}
