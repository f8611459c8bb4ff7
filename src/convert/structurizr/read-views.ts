/** Reads the views of a `workspace.dsl`: what each shows, and the shapes in the styles. */
import type { DrawnDirection, LeftOut } from '../drawing/drawing.ts'
import { isOneOf, isSilent, splitTags, VIEWS } from './dsl-words.ts'
import { filteredView } from './filtered.ts'
import type { Identifiers } from './identifiers.ts'
import { selectShown } from './shown.ts'
import type { Statement } from './statements.ts'
import {
  braceAlone,
  type ModelElement,
  type ModelView,
  type Relationship,
  STYLES_WITHOUT_SHAPES,
  type Workspace,
} from './workspace.ts'

/** The words before the brace of a view. */
interface ViewHead {
  readonly kind: ModelView['kind']
  readonly scope: ModelElement | undefined
  readonly environment: string | undefined
  readonly key: string
  readonly title: string | undefined
  readonly description: string | undefined
}

type Content = Pick<ModelView, 'elements' | 'relationships'>

export class ViewReader {
  readonly #workspace: Workspace
  readonly #identifiers: Identifiers
  readonly #environments: ReadonlyMap<string, string>

  /** @param environments their names by identifier and by name, in lower case */
  constructor(
    workspace: Workspace,
    identifiers: Identifiers,
    environments: ReadonlyMap<string, string>,
  ) {
    this.#workspace = workspace
    this.#identifiers = identifiers
    this.#environments = environments
  }

  /** Adds the view or the styles of one statement of `views` to the workspace. */
  read(statement: Statement): void {
    const { tokens, line } = statement
    if (tokens.length === 0) throw braceAlone(line)
    const keyword = (tokens[0] ?? '').toLowerCase()
    if (isOneOf(VIEWS, keyword)) this.#readView(keyword, statement)
    else if (keyword === 'styles') this.#readStyles(statement)
    else if (keyword === 'filtered') this.#readFiltered(statement)
    else if (!isSilent(keyword)) this.#leaveOut(line, tokens.join(' '))
  }

  /** `filtered view include|exclude tags key` */
  #readFiltered({ tokens, line, children }: Statement): void {
    const [, baseKey, mode = '', tags = '', key = ''] = tokens
    const base = this.#workspace.views.find((view) => view.key === baseKey)
    if (!base) {
      this.#leaveOut(line, tokens.join(' '))
      return
    }
    const filter = { isExclude: mode.toLowerCase() === 'exclude', tags: splitTags(tags) }
    const title = firstValue('title', children) ?? ''
    this.#workspace.views.push(filteredView(base, filter, { key, title, line }))
  }

  /** Only shapes are drawn; the looks of a workspace are one thing that is left out. */
  #readStyles({ line, children }: Statement): void {
    // Styles for a theme are in a separate block.
    const styles = children.flatMap((style) =>
      /^(?:light|dark)$/i.test(style.tokens[0] ?? '') ? style.children : [style],
    )
    for (const { tokens, children: properties } of styles) {
      const [keyword, tag = ''] = tokens
      const shape = firstValue('shape', properties)
      if (keyword?.toLowerCase() === 'element' && shape) this.#workspace.shapes.set(tag, shape)
    }
    const looks = styles.flatMap((style) => style.children)
    if (looks.some(({ tokens: [word] }) => !/^shape$/i.test(word ?? ''))) {
      this.#leaveOut(line, STYLES_WITHOUT_SHAPES)
    }
  }

  #readView(kind: ModelView['kind'], statement: Statement): void {
    const head = this.#readHead(kind, statement)
    if (!head) return

    const { line, children } = statement
    const leftOut: LeftOut[] = []
    const content = this.#contentOf(head, children, leftOut)
    if (kind !== 'dynamic') leaveOutUnread(children, leftOut)
    const description = firstValue('description', children) ?? head.description ?? ''
    this.#workspace.views.push({
      ...head,
      ...content,
      // The description of a dynamic view says which scenario it is.
      title: firstValue('title', children) ?? head.title ?? (kind === 'dynamic' ? description : ''),
      direction: directions.get(firstValue('autolayout', children)?.toLowerCase() ?? ''),
      line,
      leftOut,
    })
  }

  /** Undefined if its scope is not known. */
  #readHead(kind: ModelView['kind'], { tokens, line }: Statement): ViewHead | undefined {
    const [keyword, ...words] = tokens
    const isOfAll = kind === 'systemlandscape' || kind === 'custom'
    const of = isOfAll ? '*' : (words.shift() ?? '')
    const scope = of === '*' ? undefined : this.#identifiers.findElement(of)
    if (of !== '*' && !scope) {
      this.#leaveOut(line, `${keyword} ${of}, which is not known`)
      return undefined
    }
    const environment = kind === 'deployment' ? this.#environmentOf(words.shift()) : undefined
    const key = words.shift() ?? ''
    const title = kind === 'custom' ? words.shift() : undefined
    return { kind, scope, environment, key, title, description: words[0] }
  }

  #environmentOf(identifier = ''): string {
    return this.#environments.get(identifier.toLowerCase()) ?? identifier
  }

  #contentOf(head: ViewHead, statements: readonly Statement[], leftOut: LeftOut[]): Content {
    if (head.kind !== 'dynamic') {
      const model = { workspace: this.#workspace, identifiers: this.#identifiers }
      return selectShown(model, head, statements, leftOut)
    }
    const relationships = this.#readSteps(statements, leftOut)
    return { relationships, elements: new Set(relationships.flatMap(({ from, to }) => [from, to])) }
  }

  #readSteps(statements: readonly Statement[], leftOut: LeftOut[]): Relationship[] {
    return statements.flatMap((statement) => {
      const { tokens, line, children } = statement
      if (tokens.length > 0) return this.#readStep(statement, leftOut)
      leftOut.push({ line, what: 'parallel steps, which follow each other' })
      return this.#readSteps(children, leftOut)
    })
  }

  /** `1: source -> destination description technology`, or a relationship instead of its ends. */
  #readStep({ tokens: all, line }: Statement, leftOut: LeftOut[]): Relationship[] {
    const isNumbered = /^\d[\d.]*:$/.test(all[0] ?? '')
    const tokens = isNumbered ? all.slice(1) : all
    const [first = '', operator, second] = tokens
    const isPair = operator === '->'
    const [description = '', technology = ''] = tokens.slice(isPair ? 3 : 1)

    const from = isPair ? this.#identifiers.findElement(first) : undefined
    const to = isPair ? this.#identifiers.findElement(second) : undefined
    const named = isPair ? undefined : this.#identifiers.find(first)
    const repeated = this.#workspace.relationships.find(
      (relationship) =>
        relationship === named || (relationship.from === from && relationship.to === to),
    )
    if (repeated) {
      return [
        {
          ...repeated,
          line,
          description: description || repeated.description,
          technology: technology || repeated.technology,
        },
      ]
    }
    if (from && to) {
      const isResponse = this.#workspace.relationships.some(
        (relationship) => relationship.from === to && relationship.to === from,
      )
      return [{ from, to, description, technology, tags: [], line, isResponse }]
    }
    if (!isSilent(first) && first !== 'title') leftOut.push({ line, what: tokens.join(' ') })
    return []
  }

  #leaveOut(line: number, what: string): void {
    this.#workspace.leftOut.push({ line, what })
  }
}

/** The words of `autoLayout` that are not down. */
const directions: ReadonlyMap<string, DrawnDirection> = new Map([
  ['lr', 'right'],
  ['bt', 'up'],
  ['rl', 'left'],
])

/** The value of the first statement with this keyword. */
function firstValue(keyword: string, statements: readonly Statement[]): string | undefined {
  return statements.find(({ tokens: [word] }) => word?.toLowerCase() === keyword)?.tokens[1]
}

/** Statements of a view that say what it shows, or how it is called. */
const READ = /^(include|exclude|title)$/i

function leaveOutUnread(statements: readonly Statement[], leftOut: LeftOut[]): void {
  for (const { tokens, line } of statements) {
    if (tokens.length === 0) throw braceAlone(line)
    const [keyword = ''] = tokens
    if (!READ.test(keyword) && !isSilent(keyword)) leftOut.push({ line, what: keyword })
  }
}
