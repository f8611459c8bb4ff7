/**
 * Replaces enums by code that makes them at run time. The programs that strip types would compute the members themselves,
 * outside of the sandbox: 40 members that each double the one before are gigabytes.
 *
 *     enum E { A, B = f(A) }  →  let E = ((E) => {
 *                                  var A = E["A"] = 0; E[0] = "A";
 *                                  E["B"] = (f(A)); if (typeof E["B"] !== "string") E[E["B"]] = "B"; return E })({})
 *
 * Only heads and names change: the values stay as written and where they were, so that positions in them are kept.
 */
import { valueFor } from '../../grouped.ts'
import type { TextEdit } from '../model/position.ts'
import { type Container, type Declared, enumsOf } from './enum-declarations.ts'
import { addChildren, type Node, type TSEnumMember } from './syntax-tree.ts'

export interface EnumEdit extends TextEdit {
  /** Start of the construct that the edit belongs to. */
  readonly owner: number
}

/** @param text that `program` is the tree of */
export function lowerEnums(program: Node, text: string): EnumEdit[] {
  if (!text.includes('enum')) return []
  const source: Source = { text, freshName: freshName(text) }
  const enums = new Map<string, Merged>()
  const edits: EnumEdit[] = []
  for (const declared of enumsOf(program)) {
    const path = `${declared.container.path} ${declared.node.id.name}`
    const merged = valueFor(enums, path, () => newMerged())
    for (const edit of new EnumWriter(source, declared, merged).edits()) edits.push(edit)
    merged.blocks.add(declared.container.node)
    for (const member of declared.node.members) merged.names.add(nameOf(member))
  }
  // An enum may be inside a value of another one.
  return edits.sort((a, b) => a.start - b.start)
}

interface Source {
  readonly text: string
  /** A name that is not in the text. */
  readonly freshName: string
}

/** The earlier declarations of an enum, which together make one object. */
interface Merged {
  readonly blocks: Set<Node>
  /** Names of members. */
  readonly names: Set<string>
}

const newMerged = (): Merged => ({ blocks: new Set(), names: new Set() })

/** Writes the code of one enum. */
class EnumWriter {
  readonly #text: string
  readonly #declared: Declared
  readonly #merged: Merged
  readonly #members: readonly TSEnumMember[]
  /** Names that values of this enum use as variables: those of members refer to the members. */
  readonly #used: ReadonlySet<string>
  /** The object in the code: named like the enum, unless values use a member of that name. */
  readonly #object: string

  constructor(source: Source, declared: Declared, merged: Merged) {
    this.#text = source.text
    this.#declared = declared
    this.#merged = merged
    this.#members = declared.node.members
    this.#used = namesUsed(this.#members)
    const { name } = declared.node.id
    const isMember = merged.names.has(name) || this.#members.some((one) => nameOf(one) === name)
    this.#object = isMember && this.#used.has(name) ? source.freshName : name
  }

  edits(): EnumEdit[] {
    const { statement, node } = this.#declared
    const edits: EnumEdit[] = []
    let copied = statement.start
    let before = this.#head() + this.#mergedVariables()
    let previous: Value = { number: -1 }
    for (const member of this.#members) {
      const { initializer } = member
      const value =
        initializer === undefined ? following(previous) : literalOf(initializer, this.#text)
      const { head, tail } = this.#around(nameOf(member), value, initializer === undefined)
      if (initializer === undefined) {
        const code = head + this.#after(previous) + tail
        edits.push(this.#edit(copied, member.end, before + code))
        copied = member.end
        before = ''
      } else {
        edits.push(this.#edit(copied, initializer.start, before + head))
        copied = initializer.end
        before = tail
      }
      previous = { ...value, member }
    }
    edits.push(this.#edit(copied, node.end, before + this.#foot()))
    return edits
  }

  /** Keeps the line ends of what is replaced, so that each line stays where it was. */
  #edit(start: number, end: number, code: string): EnumEdit {
    const { statement } = this.#declared
    const lineEnds = this.#text.slice(start, end).match(/\r\n?|[\n\u2028\u2029]/g) ?? []
    return { start, end, text: code + lineEnds.join(''), owner: statement.start }
  }

  get #isNamespace(): boolean {
    const { container, node } = this.#declared
    return container.namespaces.has(node.id.name)
  }

  /** Merges with an enum of the same block. */
  get #isContinued(): boolean {
    return this.#merged.blocks.has(this.#declared.container.node)
  }

  #head(): string {
    const { node, statement, container } = this.#declared
    const { name } = node.id
    const exported = statement.type === 'ExportNamedDeclaration' ? 'export ' : ''
    // Only namespaces may have the name of another namespace.
    const make = `((${this.#object}) => {`
    if (this.#isNamespace) return `${exported}namespace ${name} { ${make}`
    if (this.#isContinued) return `${name} = ${make}`
    const keyword = isVariable(container) ? 'var' : 'let'
    // Bundlers leave out an enum that is not used, if its values have no effects.
    const pure = this.#members.every(isPure) ? '/* @__PURE__ */ ' : ''
    return `${exported}${keyword} ${name} = ${pure}${make}`
  }

  #foot(): string {
    const { node, container } = this.#declared
    const { name } = node.id
    if (this.#isNamespace) return ` })(${name}); }`
    const end = ` return ${this.#object}; })`
    if (this.#isContinued) return `${end}(${name});`
    return isVariable(container) ? `${end}(${name} || {});` : `${end}({});`
  }

  /** Variables for members of the declarations before. */
  #mergedVariables(): string {
    const own = new Set(this.#members.map(nameOf))
    const names = [...this.#used].filter((name) => this.#merged.names.has(name) && !own.has(name))
    return names.map((name) => ` var ${name} = ${this.#at(name)};`).join('')
  }

  /**
   * The code before and after the value of a member.
   * @param isNumeric it is one, even if it is not known which
   */
  #around(name: string, value: Value, isNumeric: boolean): { head: string; tail: string } {
    const key = this.#at(name)
    const variable = this.#used.has(name) ? `var ${name} = ` : ''
    if (value.isString) return { head: ` ${variable}${key} = `, tail: ';' }
    const back = `${this.#object}[${key}] = ${JSON.stringify(name)};`
    if (isNumeric || value.number !== undefined) {
      return { head: ` ${variable}${key} = `, tail: `; ${back}` }
    }
    return { head: ` ${variable}${key} = (`, tail: `); if (typeof ${key} !== "string") ${back}` }
  }

  /** The value of a member that has none: one more than the member before it. */
  #after(previous: Value): string {
    const { number } = following(previous)
    if (number !== undefined) return String(number)
    const { member, isString } = previous
    return member === undefined || isString ? 'void 0' : `${this.#at(nameOf(member))} + 1`
  }

  #at(name: string): string {
    return `${this.#object}[${JSON.stringify(name)}]`
  }
}

/** The value of a member, as far as it is known without computing it. */
interface Value {
  readonly isString?: boolean
  readonly number?: number
  readonly member?: TSEnumMember
}

function literalOf(node: Node, text: string): Value {
  if (node.type === 'Literal' && typeof node.value === 'string') return { isString: true }
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return { isString: true }
  if (!isNumber(node)) return {}
  const number = Number(text.slice(node.start, node.end).replace(/[\s_]/g, ''))
  return Number.isSafeInteger(number) ? { number } : {}
}

const following = ({ number }: Value): Value =>
  number === undefined || !Number.isSafeInteger(number + 1) ? {} : { number: number + 1 }

function isNumber(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'number'
  return node.type === 'UnaryExpression' && node.operator === '-' && isNumber(node.argument)
}

function isPure({ initializer }: TSEnumMember): boolean {
  return (
    initializer === undefined ||
    initializer.type === 'Literal' ||
    isNumber(initializer) ||
    (initializer.type === 'TemplateLiteral' && initializer.expressions.length === 0)
  )
}

/** A `var` is hoisted to a module or a namespace; other blocks have separate variables. */
const isVariable = ({ node }: Container): boolean =>
  node.type === 'Program' || node.type === 'TSModuleBlock'

function nameOf({ id }: TSEnumMember): string {
  if (id.type === 'Identifier') return id.name
  return String(id.value)
}

/** Names of variables, also of those that the values declare: a variable too many changes nothing. */
function namesUsed(members: readonly TSEnumMember[]): Set<string> {
  const names = new Set<string>()
  const waiting: Node[] = members.flatMap(({ initializer }) => initializer ?? [])
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'Identifier') names.add(node.name)
    addChildren(node, waiting)
  }
  return names
}

function freshName(text: string): string {
  const taken = new Set(text.match(/\$enum\d+/g))
  let number = 0
  while (taken.has(`$enum${number}`)) number++
  return `$enum${number}`
}
