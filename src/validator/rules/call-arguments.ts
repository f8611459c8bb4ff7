/** Reports calls whose arguments have another shape than the method takes, and shows the right call. */
import type { WrongCall } from '../../topology/index.ts'
import type { Rule, RuleFinding } from '../rule.ts'

export const callArguments: Rule = {
  id: 'call-arguments',
  severity: 'warning',
  docs: {
    summary: 'Methods get their arguments in the shape that they take',
    why: 'A label, an option or a message in the wrong place is lost.',
  },
  *check({ wrongCalls }) {
    for (const call of wrongCalls) yield { at: call.at, ...explained(call) }
  },
}

type Explanation = Pick<RuleFinding, 'message' | 'fix'>

type Explain = (given: WrongCall['given']) => Explanation

/** By method; those of elements are explained alike. */
const EXPLANATIONS: ReadonlyMap<string, Explain> = new Map<string, Explain>([
  ['connect', ofConnect],
  ['scenario', ofScenario],
  ['parallel', ofParallel],
  ['from', ofFrom],
  ['to', ofTo],
  ['flashError', ofFlashError],
  ['showMessage', said('showMessage')],
  ['showError', said('showError')],
])

function ofConnect([from, to, label]: WrongCall['given']): Explanation {
  const ends = `${literal(from, 'web')}, ${literal(to, 'db')}`
  return {
    message: 'connect() takes an object after the two ids',
    fix: `Write connect(${ends}, { label: ${literal(label, '…')} }).`,
  }
}

function ofScenario([id, title]: WrongCall['given']): Explanation {
  return {
    message: 'scenario() takes an id and a title, not an object',
    fix: `Write scenario(${literal(id, 'order')}, ${literal(title, 'An order')}).`,
  }
}

function ofParallel(): Explanation {
  return {
    message: 'parallel() takes a list of pairs of ids',
    fix: "Write parallel([['web', 'db'], ['web', 'cache']]).",
  }
}

const onlyId = (method: string): string =>
  `${method}() takes one id; the second argument has no effect`

function ofFrom([id, next]: WrongCall['given']): Explanation {
  const fix = `Write from(${literal(id, 'web')}).to(${literal(next, 'db')}).`
  return { message: onlyId('from'), fix }
}

function ofTo([id, message]: WrongCall['given']): Explanation {
  const fix = `Write to(${literal(id, 'db')}).showMessage(${literal(message, '[DB] saved')}).`
  return { message: onlyId('to'), fix }
}

function ofFlashError([id, message]: WrongCall['given']): Explanation {
  const fix = `Write flashError(${literal(id, 'db')}).showError(${literal(message, '[DB] lost')}).`
  return { message: onlyId('flashError'), fix }
}

function said(method: string): Explain {
  return ([text, second]) => {
    const message = `${method}() takes one text, which it shows at the cursor`
    return second === undefined
      ? { message, fix: `Write ${method}(${literal(text, '[DB] saved')}).` }
      : { message, fix: `Write from(${literal(text, 'web')}).${method}(${literal(second, '…')}).` }
  }
}

function explained({ method, given }: WrongCall): Explanation {
  const known = EXPLANATIONS.get(method)
  if (known !== undefined) return known(given)
  const [id, label] = given
  const idText = literal(id, 'web')
  const labelText = `label: ${literal(label, '…')}`
  return method.startsWith('add') || method === 'createProcess'
    ? {
        message: `${method}() takes one object`,
        fix: `Write ${method}({ id: ${idText}, ${labelText} }).`,
      }
    : {
        message: `${method}() takes an object after the id`,
        fix: `Write ${method}(${idText}, { ${labelText} }).`,
      }
}

/** Characters of a text that a fix repeats. */
const LONGEST = 40

/** A text as the script may write it; a long one only as an example. */
function literal(text: string | undefined, example: string): string {
  const shown = text === undefined || text === '' || text.length > LONGEST ? example : text
  return `'${shown.replace(/[\\']/g, '\\$&').replace(/\r?\n/g, '\\n')}'`
}
