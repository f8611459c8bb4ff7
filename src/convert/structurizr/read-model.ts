/** Reads the model of a `workspace.dsl`: elements, relationships and environments. */
import { ARROW, type Archetype, Archetypes } from './archetypes.ts'
import { findCanonical } from './canonical-names.ts'
import { DeploymentGroups } from './deployment-groups.ts'
import { isOneOf, isSilent, splitTags } from './dsl-words.ts'
import { evaluateExpression } from './expressions.ts'
import { AROUND, FIELDS, readField, readRelationshipFields } from './fields.ts'
import type { Identified, Identifiers } from './identifiers.ts'
import type { Statement } from './statements.ts'
import { braceAlone, DEPLOYED, type ModelElement, STATIC, type Workspace } from './workspace.ts'

type Kind = ModelElement['kind']

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
  readonly archetype: Archetype
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
  readonly #archetypes: Archetypes
  readonly #deploymentGroups = new DeploymentGroups()
  #isHierarchical = false
  #impliesRelationships = true

  constructor(workspace: Workspace, identifiers: Identifiers) {
    this.#workspace = workspace
    this.#identifiers = identifiers
    this.#archetypes = new Archetypes(workspace.leftOut)
    for (const { environment } of workspace.elements) {
      if (environment) this.environments.set(environment.toLowerCase(), environment)
    }
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
    ['deploymentgroup', (command, place) => this.#readDeploymentGroup(command, place)],
    ['archetypes', ({ children }) => this.#archetypes.read(children)],
    ['!ref', (command, place) => this.#readExtension(command, place)],
    ['!extend', (command, place) => this.#readExtension(command, place)],
    ['!element', (command, place) => this.#readExtension(command, place)],
    ['!relationship', (command, place) => this.#readExtension(command, place)],
    ['!elements', (command) => this.#readExtensions(command)],
    ['!relationships', (command) => this.#readExtensions(command)],
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
    const archetype = this.#archetypes.find(first)
    const keyword = this.#keywordOf(archetype.kind, values, parent)
    return { identifier, tokens, keyword, archetype, values, line, children }
  }

  #keywordOf(word: string, [of]: readonly string[], parent: ModelElement | undefined): string {
    if (word !== 'instanceof') return word
    const element = this.#identifiers.findElement(of, parent)
    return `${element?.kind ?? 'unknown '}instance`
  }

  #read(command: Command, place: Place): void {
    const { keyword, tokens } = command
    if (tokens.length === 0) throw braceAlone(command.line)
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

  #readDeploymentGroup({ identifier, values: [names = ''] }: Command, place: Place): void {
    if (identifier) this.#deploymentGroups.define(identifier, place.environment)
    else if (place.parent) this.#deploymentGroups.assign(place.parent, names)
  }

  #readExtension(command: Command, place: Place): void {
    const [name = ''] = command.values
    const item =
      this.#identifiers.find(name, place.parent) ?? findCanonical(name, this.#workspace.elements)
    if (item) this.#extend(item, command)
    else this.#leaveOutCommand(command)
  }

  /** The same for all that an expression names. */
  #readExtensions(command: Command): void {
    const { elements, relationships } = this.#workspace
    const model = { elements, relationships, identifiers: this.#identifiers }
    const items = evaluateExpression(command.values[0] ?? '', model)
    for (const item of items) this.#extend(item, command)
    if (items.size === 0) this.#leaveOutCommand(command)
  }

  #extend(item: NonNullable<Identified>, { children }: Command): void {
    if ('from' in item) this.#workspace.leftOut.push(...readRelationshipFields(item, children))
    else if ('kind' in item) this.#readAll(children, placeIn(item))
    else for (const member of item) this.#readAll(children, placeIn(member))
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

    const preset = this.#archetypes.findForArrow(tokens[arrow] ?? '')
    const [description = '', technology = '', tags = ''] = tokens.slice(arrow + 2)
    const relationship = {
      from,
      to,
      description: description || preset.description,
      technology: technology || preset.technology,
      tags: [...preset.tags, ...splitTags(tags)],
      line,
    }
    this.#workspace.leftOut.push(...readRelationshipFields(relationship, command.children))

    this.#identifiers.assign(identifier, this.#workspace.connect(relationship))
    const isStatic = isOneOf(STATIC, from.kind) && isOneOf(STATIC, to.kind)
    if (this.#impliesRelationships && isStatic) this.#workspace.imply(relationship)
  }

  #readElement(kind: Kind, command: Command, place: Place): void {
    const { identifier, archetype: preset, values, line, children } = command
    const around = AROUND[kind]
    if (around && place.parent?.kind !== around) {
      this.#leaveOut(line, `${kind} that is not in a ${around}`)
      return
    }
    const fields = new Map(FIELDS[kind].map((key, index) => [key, values[index] ?? '']))
    const textOf = (key: string) => fields.get(key) ?? ''
    const isInstance = fields.has('of')
    const of = isInstance ? this.#identifiers.findElement(textOf('of'), place.parent) : undefined
    if (isInstance && !of) {
      this.#leaveOut(line, `instance of ${values[0]}, which is not known`)
      return
    }

    const { groups: deploymentGroups, tags } = this.#groupsAndTags(fields, place)
    const name = of?.name ?? textOf('name')
    const path = this.#pathOf(identifier, place.parent)
    const element = this.#workspace.add(
      {
        kind,
        ...place,
        of,
        name,
        line,
        deploymentGroups,
        properties: new Map(preset.properties),
        description: textOf('description') || of?.description || preset.description,
        technology: textOf('technology') || of?.technology || preset.technology,
        instances: textOf('instances'),
        tags: [...(of?.tags ?? []), ...preset.tags, ...tags],
      },
      path,
    )
    this.#identifiers.assign(path, element)
    this.#readAll(children, placeIn(element))
  }

  /** The deployment groups of an instance may be left out before its tags. */
  #groupsAndTags(fields: ReadonlyMap<string, string>, { environment, parent }: Place) {
    const written = fields.get('deploymentGroups') ?? ''
    const named = this.#deploymentGroups.find(written, environment)
    const tags = fields.get('tags') || (named.length === 0 ? written : '')
    return {
      groups: named.length > 0 ? named : this.#deploymentGroups.ofNode(parent),
      tags: splitTags(tags),
    }
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

const placeIn = (parent: ModelElement): Place => ({
  parent,
  groups: [],
  environment: parent.environment,
})
