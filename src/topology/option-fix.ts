/** How to write an option that a script calls like a method: `connect('a', 'b').label('reads')`. */
import { CONNECTION_OPTIONS, ELEMENT_OPTIONS } from './model/language.ts'

/** Words of other tools for an option. */
const ALIASES: Readonly<Record<string, string>> = {
  name: 'label',
  title: 'label',
  text: 'label',
  desc: 'description',
  colour: 'color',
}

const NUMBERS = ['port', 'replicas', 'x', 'y', 'width', 'height']

/**
 * Undefined for a name that is no option of the method.
 * @param name of the called method, such as `label` or `setLabel`
 * @param method that made what it was called on
 */
export function fixOfOption(name: string, method: string): string | undefined {
  const word = name.replace(/^(?:set|with|add)(?=[A-Z])/, '')
  const plain = word.slice(0, 1).toLowerCase() + word.slice(1)
  const option = Object.hasOwn(ALIASES, plain) ? (ALIASES[plain] ?? plain) : plain
  const known = method === 'connect' ? CONNECTION_OPTIONS : ELEMENT_OPTIONS
  if (!known.includes(option)) return undefined
  return `${option} is an option: write ${exampleOf(method, `${option}: ${exampleValue(option)}`)}.`
}

function exampleValue(option: string): string {
  if (option === 'external') return 'true'
  return NUMBERS.includes(option) ? '2' : "'…'"
}

function exampleOf(method: string, option: string): string {
  if (method === 'connect') return `connect('a', 'b', { ${option} })`
  return /^(?:add|createProcess$)/.test(method)
    ? `${method}({ id: 'a', ${option} })`
    : `${method}('a', { ${option} })`
}
