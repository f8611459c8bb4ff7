/** Reads the model of a `workspace.dsl`: elements, relationships and environments. */
import { isOneOf, isSilent, splitTags } from './dsl-words.ts'
import type { Identifiers } from './identifiers.ts'
import type { Statement } from './statements.ts'
import { DEPLOYED, type ModelElement, STATIC, type Workspace } from './workspace.ts'

type Kind = ModelElement['kind']

/** The values after the keyword, in their order. */
const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  person: ['name', 'description', 'tags'],
  softwaresystem: ['name', 'description', 'tags'],
  container: ['name', 'description', 'technology', 'tags'],
  component: ['name', 'description', 'technology', 'tags'],
  element: ['name', 'technology', 'description', 'tags'],
  deploymentnode: ['name', 'description', 'technology', 'tags', 'instances'],
  infrastructurenode: ['name', 'description', 'technology', 'tags'],
  softwaresysteminstance: ['of', 'deploymentGroups', 'tags'],
  containerinstance: ['of', 'deploymentGroups', 'tags'],
}

const ARROW = /^-+(\w+-+)?>$/

/** Where a statement stands. */
interface Place {
  readonly parent?: ModelElement | undefined
  /** Names of the groups since `parent`, outermost first. */
  readonly groups: readonly string[]
  readonly environment?: string | undefined
}

/** `identifier = keyword value …`, in its parts. */
interface Command {
  readonly identifier: string | undefined
  /** All but the identifier. */
  readonly tokens: readonly string[]
  /** In lower case; what it means, if it is an archetype. */
  readonly keyword: string
  readonly values: readonly string[]
  readonly line: number
  readonly children: readonly Statement[]
}

type ReadCommand = (command: Command, place: Place) => void

export class ModelReader {
  /** The statements in `views`, which need the whole model. */
  readonly views: Statement[] = []
  /** Names of the environments by identifier and by name, in lower case. */
  readonly environments = new Map<string, string>()
  readonly #workspace: Workspace
  readonly #identifiers: Identifiers
  readonly #archetypes = new Map<string, string>()
  #isHierarchical = false
  #impliesRelationships = true

  constructor(workspace: Workspace, identifiers: Identifiers) {
    this.#workspace = workspace
    this.#identifiers = identifiers
  }

  read(statements: readonly Statement[]): void {
    this.#readAll(statements, { groups: [] })
  }

  /** The readers of keywords that may be anywhere. */
  readonly #readers: ReadonlyMap<string, ReadCommand> = new Map<string, ReadCommand>([
    ['workspace', (command, place) => this.#readWorkspace(command, place)],
    ['model', ({ children }, place) => this.#readAll(children, place)],
    ['views', ({ children }) => this.views.push(...children)],
    ['group', (command, place) => this.#readGroup(command, place)],
    ['enterprise', (command, place) => this.#readGroup(command, place)],
    ['deploymentenvironment', (command) => this.#readEnvironment(command)],
    ['archetypes', ({ children }) => this.#readArchetypes(children)],
    ['!ref', (command, place) => this.#readExtension(command, place)],
    ['!extend', (command, place) => this.#readExtension(command, place)],
    ['!element', (command, place) => this.#readExtension(command, place)],
    ['!identifiers', ({ values }) => this.#readIdentifiers(values)],
    ['!impliedrelationships', ({ values }) => this.#readImplied(values)],
  ])

  #readAll(statements: readonly Statement[], place: Place): void {
    for (const statement of statements) this.#read(this.#commandOf(statement, place), place)
  }

  #commandOf({ tokens: all, line, children }: Statement, { parent }: Place): Command {
    const isNamed = all[1] === '='
    const identifier = isNamed ? all[0] : undefined
    const tokens = isNamed ? all.slice(2) : all
    const [first = '', ...values] = tokens
    const keyword = this.#keywordOf(first.toLowerCase(), values, parent)
    return { identifier, tokens, keyword, values, line, children }
  }

  #keywordOf(word: string, [of]: readonly string[], parent: ModelElement | undefined): string {
    const archetype = this.#archetypes.get(word)
    if (archetype !== undefined) return archetype
    if (word !== 'instanceof') return word
    const element = this.#identifiers.findElement(of, parent)
    return `${element?.kind ?? 'unknown '}instance`
  }

  #read(command: Command, place: Place): void {
    const { keyword, tokens } = command
    const arrow = tokens.findIndex((token) => ARROW.test(token))
    if (arrow === 0 || arrow === 1) {
      this.#readRelationship(command, arrow, place)
      return
    }
    if (isOneOf(STATIC, keyword) || isOneOf(DEPLOYED, keyword)) {
      this.#readElement(keyword, command, place)
      return
    }

    const read = this.#readers.get(keyword)
    if (read) {
      read(command, place)
      return
    }
    const isRead = place.parent !== undefined && readField(place.parent, command)
    if (!isRead && !isSilent(keyword)) this.#leaveOutCommand(command)
  }

  #readWorkspace({ values: [name = ''], children }: Command, place: Place): void {
    if (name !== 'extends') this.#workspace.name = name
    this.#readAll(children, place)
  }

  #readGroup({ identifier, values: [name = ''], children }: Command, place: Place): void {
    const { elements } = this.#workspace
    const before = elements.length
    this.#readAll(children, { ...place, groups: [...place.groups, name] })
    const members = elements.slice(before).filter(({ parent }) => parent === place.parent)
    this.#identifiers.assign(identifier, members)
  }

  #readEnvironment({ identifier = '', values: [name = ''], children }: Command): void {
    for (const key of [identifier, name]) this.environments.set(key.toLowerCase(), name)
    this.#readAll(children, { groups: [], environment: name })
  }

  #readArchetypes(statements: readonly Statement[]): void {
    for (const { tokens, line } of statements) {
      const [name, operator, kind = ''] = tokens
      if (operator === '=') this.#archetypes.set((name as string).toLowerCase(), kind.toLowerCase())
      this.#leaveOut(line, `archetype ${name}: what it presets`)
    }
  }

  #readExtension(command: Command, place: Place): void {
    const parent = this.#identifiers.findElement(command.values[0], place.parent)
    if (parent) this.#readAll(command.children, { ...place, parent, groups: [] })
    else this.#leaveOutCommand(command)
  }

  #readIdentifiers([value]: readonly string[]): void {
    this.#isHierarchical = value?.toLowerCase() === 'hierarchical'
  }

  #readImplied([value]: readonly string[]): void {
    this.#impliesRelationships = value?.toLowerCase() !== 'false'
  }

  /** @param arrow index of the arrow: without a token before it, it starts at the parent */
  #readRelationship(command: Command, arrow: number, { parent }: Place): void {
    const { tokens, line, identifier } = command
    const from = arrow === 0 ? parent : this.#identifiers.findElement(tokens[arrow - 1], parent)
    const to = this.#identifiers.findElement(tokens[arrow + 1], parent)
    if (!from || !to) {
      const ends = tokens.slice(0, arrow + 2).join(' ')
      this.#leaveOut(line, `connection ${ends}, whose ends are not known`)
      return
    }

    const [description = '', technology = '', tags = ''] = tokens.slice(arrow + 2)
    const relationship = { from, to, description, technology, tags: splitTags(tags), line }
    for (const child of command.children) {
      const [keyword = '', ...values] = child.tokens
      if (keyword === 'tags' || keyword === 'tag') {
        relationship.tags.push(...values.flatMap(splitTags))
      }
      if (keyword === 'technology') relationship.technology = values[0] ?? ''
    }

    this.#identifiers.assign(identifier, this.#workspace.connect(relationship))
    const isStatic = isOneOf(STATIC, from.kind) && isOneOf(STATIC, to.kind)
    if (this.#impliesRelationships && isStatic) this.#workspace.imply(relationship)
  }

  #readElement(kind: Kind, { identifier, values, line, children }: Command, place: Place): void {
    const fields = new Map(FIELDS[kind].map((key, index) => [key, values[index] ?? '']))
    const textOf = (key: string) => fields.get(key) ?? ''
    const isInstance = fields.has('of')
    const of = isInstance ? this.#identifiers.findElement(textOf('of'), place.parent) : undefined
    if (isInstance && !of) {
      this.#leaveOut(line, `instance of ${values[0]}, which is not known`)
      return
    }

    const name = of?.name ?? textOf('name')
    const path = this.#pathOf(identifier, place.parent)
    const element = this.#workspace.add(
      {
        kind,
        ...place,
        of,
        name,
        line,
        properties: new Map(),
        description: textOf('description') || of?.description || '',
        technology: textOf('technology') || of?.technology || '',
        instances: textOf('instances'),
        tags: [...(of?.tags ?? []), ...splitTags(textOf('tags'))],
      },
      path ?? name,
    )
    this.#identifiers.assign(path, element)
    this.#readAll(children, { ...place, parent: element, groups: [] })
  }

  #pathOf(identifier: string | undefined, parent: ModelElement | undefined): string | undefined {
    return this.#isHierarchical && parent && identifier ? `${parent.id}.${identifier}` : identifier
  }

  #leaveOutCommand({ line, tokens: [word = ''] }: Command): void {
    this.#leaveOut(line, word)
  }

  #leaveOut(line: number, what: string): void {
    this.#workspace.leftOut.push({ line, what })
  }
}

/** Sets a field of the element around the statement; false if it is no such statement. */
function readField(element: ModelElement, { keyword, values, children }: Command): boolean {
  if (keyword === 'tag' || keyword === 'tags') {
    element.tags.push(...values.flatMap(splitTags))
    return true
  }
  if (keyword === 'description' || keyword === 'technology' || keyword === 'instances') {
    element[keyword] = values[0] ?? ''
    return true
  }
  if (keyword !== 'properties') return false
  for (const { tokens } of children) element.properties.set(tokens[0] ?? '', tokens[1] ?? '')
  return true
}
