/**
 * Reads a straight-line script: it has no functions, loops or conditions, and calls the builders
 * with values that are written out. So nothing has to run, and running is most of what a script
 * costs.
 *
 * The records are those of the sandbox, which a test compares. This reader knows only what is
 * common, and leaves a script to the sandbox as soon as it meets anything else.
 */
import type { NewExpression, SimpleCallExpression, VariableDeclaration } from 'estree'
import type { RawRecord } from '../model/raw-record.ts'
import { type ParsedScript, statementsOf } from '../parse/parse.ts'
import { type PlaceRange, placeStart } from '../parse/places.ts'
import type { Node } from '../parse/syntax-tree.ts'
import { callMethod, constructBuilder, isBuilderName, RecordList, StandIn } from './stand-ins.ts'
import { NotStraight, Tally } from './tally.ts'
import { plainName, type ValueContext, type WrittenValue, writtenValue } from './written-values.ts'

export interface StraightLine {
  readonly records: readonly RawRecord[]
  /** By the place numbers in the records. */
  readonly places: readonly PlaceRange[]
}

/** Parsers disagree if these are white space, ends of lines, or letters. */
const DISPUTED = /[\x85\u200b\u2028\u2029\uffef\p{Surrogate}]/u

/** More arguments say nothing. */
const MOST_ARGUMENTS = 4

/** Undefined if something has to run. */
export function readStraightLine(script: ParsedScript): StraightLine | undefined {
  if (script.language !== 'js' || DISPUTED.test(script.wrapped)) return undefined
  try {
    return new StraightLineReader(script).read()
  } catch (error) {
    if (error instanceof NotStraight) return undefined
    throw error
  }
}

const KINDS: ReadonlySet<string> = new Set(['const', 'let', 'var'])

type Invocation = SimpleCallExpression | NewExpression

class StraightLineReader {
  readonly #script: ParsedScript
  readonly #tally = new Tally()
  readonly #records = new RecordList(this.#tally)
  readonly #places: PlaceRange[] = []
  readonly #variables = new Map<string, WrittenValue | StandIn>()
  readonly #values: ValueContext

  constructor(script: ParsedScript) {
    this.#script = script
    this.#values = {
      text: script.wrapped,
      constant: (name) => this.#constant(name),
      countValue: () => this.#tally.add('values'),
    }
  }

  read(): StraightLine {
    this.#tally.add('characters', this.#script.wrapped.length)
    const statements = statementsOf(this.#script)
    const last = statements.at(-1)
    for (const statement of statements) this.#execute(statement, statement === last)
    return { records: this.#records.all, places: this.#places }
  }

  #execute(statement: Node, isLast: boolean): void {
    switch (statement.type) {
      case 'EmptyStatement':
        break
      case 'VariableDeclaration':
        this.#declare(statement)
        break
      case 'ExpressionStatement':
        this.#call(this.#withoutParentheses(statement.expression))
        break
      case 'ReturnStatement':
        if (!isLast) throw new NotStraight()
        this.#finish(statement.argument)
        break
      default:
        throw new NotStraight()
    }
  }

  #declare({ kind, declarations }: VariableDeclaration): void {
    if (!KINDS.has(kind)) throw new NotStraight()
    for (const { id, init } of declarations) {
      // A variable with the name of a builder hides it in the whole script.
      if (id.type !== 'Identifier' || isBuilderName(id.name) || !init) throw new NotStraight()
      const value = this.#evaluate(init)
      // Only the first of several `await` counts.
      if (value instanceof StandIn && value.is === 'promise') throw new NotStraight()
      this.#tally.add('variables')
      this.#variables.set(plainName(id), value)
    }
  }

  #call(expression: Node): void {
    if (expression.type !== 'AwaitExpression') {
      this.#standIn(expression)
      return
    }
    const { is, number } = this.#standIn(expression.argument)
    if (is !== 'promise') throw new NotStraight()
    this.#records.add(['awaited', undefined, number])
  }

  #finish(returned: Node | null | undefined): void {
    if (!returned) return
    const value = this.#evaluate(returned)
    if (value === null) return
    if (!(value instanceof StandIn) || value.is === 'promise') throw new NotStraight()
    this.#records.add(['returned', undefined, value.number])
  }

  #evaluate(node: Node): WrittenValue | StandIn {
    const expression = this.#withoutParentheses(node)
    switch (expression.type) {
      case 'CallExpression':
        return this.#chain(expression)
      case 'NewExpression':
        return this.#construct(expression)
      case 'Identifier':
        return this.#variable(expression.name)
      default:
        return writtenValue(expression, this.#values)
    }
  }

  #standIn(node: Node): StandIn {
    const value = this.#evaluate(node)
    if (value instanceof StandIn) return value
    throw new NotStraight()
  }

  /** Its characters count wherever it is used, because the sandbox limits what it records. */
  #constant(name: string): WrittenValue {
    const value = this.#variable(name)
    if (value instanceof StandIn) throw new NotStraight()
    this.#tally.add('characters', JSON.stringify(value).length)
    return value
  }

  #variable(name: string): WrittenValue | StandIn {
    this.#tally.add('uses')
    const value = this.#variables.get(name)
    if (value === undefined) throw new NotStraight()
    return value
  }

  /** Not recursive: a chain may have thousands of calls. */
  #chain(last: SimpleCallExpression): StandIn {
    const calls: SimpleCallExpression[] = []
    let on: Node = last
    while (on.type === 'CallExpression') {
      calls.push(on)
      on = this.#withoutParentheses(methodOf(on).object)
    }
    let standIn = this.#standIn(on)
    for (const call of calls.toReversed()) {
      const given = this.#given(call)
      const at = this.#place(call)
      standIn = callMethod(methodOf(call).name, { on: standIn, given, at, records: this.#records })
    }
    return standIn
  }

  #construct(node: NewExpression): StandIn {
    const name = node.callee.type === 'Identifier' ? node.callee.name : ''
    const [first] = this.#given(node)
    return constructBuilder(name, first, { at: this.#place(node), records: this.#records })
  }

  #given({ arguments: given }: Invocation): WrittenValue[] {
    if (given.length > MOST_ARGUMENTS) throw new NotStraight()
    return given.map((argument) => writtenValue(argument, this.#values))
  }

  #withoutParentheses(node: Node): Node {
    let inner = node
    while (inner.type === 'ParenthesizedExpression') {
      this.#tally.add('parentheses')
      inner = inner.expression
    }
    return inner
  }

  #place(node: Invocation): number {
    const { shift } = this.#script
    return this.#places.push([placeStart(node) - shift, node.end - shift]) - 1
  }
}

function methodOf({ callee, optional }: SimpleCallExpression): { object: Node; name: string } {
  if (callee.type !== 'MemberExpression' || callee.optional || optional) throw new NotStraight()
  const { object, property, computed } = callee
  if (computed || property.type !== 'Identifier') throw new NotStraight()
  return { object, name: property.name }
}
