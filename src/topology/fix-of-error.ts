/** How to fix the error that a script threw, as a sentence. */
import { nearest } from '../text/nearest.ts'

/** Names of Node that a script may expect. */
const NODE = /^(?:module|exports|process|global|Buffer|__dirname|__filename)$/
/** Names of browsers and of the network. */
const OUTSIDE =
  /^(?:fetch|window|document|navigator|location|localStorage|XMLHttpRequest|WebSocket)$/
/** A class that somebody remembers as another. */
const CLASS = /^[A-Z]\w*$/
const BUILDERS = ['TopologyBuilder', 'FlowBuilder']
/** The names that examples give a builder. */
const TOPOLOGY = /^(?:topology|builder|diagram|t)$/
const FLOW = /^(?:flow|scenario|f)$/

/** The engine's words for `TopologyBuilder()`. */
const NEEDS_NEW = /^class constructors must be invoked with 'new'$/

/** True for the engine's words for a call of something that cannot be called. */
export const isNoFunction = (message: string): boolean => message === 'not a function'

const NO_REQUIRE =
  'Remove it: TopologyBuilder and FlowBuilder are always there. Import other values from a file of the project.'
const OTHER = 'Fix the script so that it runs to its end.'

/** @param message of the error, such as `Topology is not defined` */
export function fixOfError(name: string, message: string): string {
  if (NEEDS_NEW.test(message)) return 'Write new before the class: new TopologyBuilder(true).'
  const [, word] = /^'?([\w$]+)'? is not defined$/.exec(message) ?? []
  if (name !== 'ReferenceError' || word === undefined) return OTHER
  if (word === 'require') return NO_REQUIRE
  if (NODE.test(word))
    return 'A script has nothing of Node: write the values into it, or import a file of the project.'
  if (OUTSIDE.test(word)) return 'A script has no page and no network: write the values into it.'
  if (CLASS.test(word)) return fixOfClass(word)
  if (TOPOLOGY.test(word)) return `Declare it first: const ${word} = new TopologyBuilder(true)`
  if (FLOW.test(word)) return `Declare it first: const ${word} = new FlowBuilder()`
  return `Declare "${word}" before this line, or correct its name.`
}

function fixOfClass(word: string): string {
  if (/^topolog/i.test(word)) return 'Write TopologyBuilder.'
  if (/^flow/i.test(word)) return 'Write FlowBuilder.'
  const meant = nearest(word, BUILDERS)
  return meant === undefined
    ? 'The classes of a script are TopologyBuilder and FlowBuilder.'
    : `Write ${meant}.`
}
