/**
 * Reads a straight-line script: it has no functions, loops or conditions, and calls the builders
 * with values that are written out. So nothing has to run, and running is most of what a script costs.
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
import { NotStraight, type WrittenValue, writtenValue } from './written-values.ts'

export interface StraightLine {
  readonly records: readonly RawRecord[]
  /** By the place numbers in the records. */
  readonly places: readonly PlaceRange[]
}

/** Each character costs the sandbox some of its steps, and those of constants count wherever they are used. */
const MOST_STRAIGHT_CHARACTERS = 1_000_000

/** Undefined if something has to run. */
export function readStraightLine(script: ParsedScript): StraightLine | undefined {
  if (script.language !== 'js') return undefined
  const reader = new StraightLineReader(script.shift)
  try {
    reader.count(script.wrapped.length)
    return reader.read(statementsOf(script))
  } catch (error) {
    if (error instanceof NotStraight) return undefined
    throw error
  }
}

type Invocation = SimpleCallExpression | NewExpression

class StraightLineReader {
  readonly #shift: number
  readonly #records = new RecordList()
  readonly #places: PlaceRange[] = []
  readonly #variables = new Map<string, WrittenValue | StandIn>()
  #characters = 0

  constructor(shift: number) {
    this.#shift = shift
  }

  /** @throws NotStraight if there are too many */
  count(characters: number): void {
    this.#characters += characters
    if (this.#characters > MOST_STRAIGHT_CHARACTERS) throw new NotStraight()
  }

  read(statements: readonly Node[]): StraightLine {
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
        this.#call(withoutParentheses(statement.expression))
        break
      case 'ReturnStatement':
        if (!isLast) throw new NotStraight()
        this.#finish(statement.argument)
        break
      default:
        throw new NotStraight()
    }
  }

  #declare({ declarations }: VariableDeclaration): void {
    for (const { id, init } of declarations) {
      // A variable with the name of a builder hides it in the whole script.
      const isNamed = id.type === 'Identifier' && !isBuilderName(id.name)
      if (!isNamed || !init) throw new NotStraight()
      const value = this.#evaluate(init)
      // Only the first of several `await` counts.
      if (value instanceof StandIn && value.is === 'promise') throw new NotStraight()
      this.#variables.set(id.name, value)
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
    const expression = withoutParentheses(node)
    switch (expression.type) {
      case 'CallExpression':
        return this.#chain(expression)
      case 'NewExpression':
        return this.#construct(expression)
      case 'Identifier':
        return this.#variable(expression.name)
      default:
        return this.#written(expression)
    }
  }

  #standIn(node: Node): StandIn {
    const value = this.#evaluate(node)
    if (value instanceof StandIn) return value
    throw new NotStraight()
  }

  #written(node: Node): WrittenValue {
    return writtenValue(node, (name) => {
      const value = this.#variable(name)
      if (value instanceof StandIn) throw new NotStraight()
      this.count(JSON.stringify(value).length)
      return value
    })
  }

  #variable(name: string): WrittenValue | StandIn {
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
      on = withoutParentheses(methodOf(on).object)
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
    return given.map((argument) => this.#written(argument))
  }

  #place(node: Invocation): number {
    return this.#places.push([placeStart(node) - this.#shift, node.end - this.#shift]) - 1
  }
}

function methodOf({ callee, optional }: SimpleCallExpression): { object: Node; name: string } {
  if (callee.type !== 'MemberExpression' || callee.optional || optional) throw new NotStraight()
  const { object, property, computed } = callee
  if (computed || property.type !== 'Identifier') throw new NotStraight()
  return { object, name: property.name }
}

function withoutParentheses(node: Node): Node {
  let inner = node
  while (inner.type === 'ParenthesizedExpression') inner = inner.expression
  return inner
}
