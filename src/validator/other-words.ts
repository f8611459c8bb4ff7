/** Words of other tools for what the builders do in another way. */
import type { UnknownCall } from '../topology/index.ts'

type Owner = UnknownCall['on']

interface OtherWords {
  readonly on: readonly Owner[]
  /** In lower case, without the beginnings and ends below. */
  readonly words: readonly string[]
  readonly fix: string
}

const split = (words: string): readonly string[] => words.split(' ')

const CONNECTION = split(
  'edge link connect connection relation relationship arrow line dependency depend depends uses',
)
const NODE = split(
  'box service server component app application queue cache container element item process',
)
const NODE_IN_GROUP = [...NODE, ...split('node database db client actor user child')]
const STEP = split(
  'send call step request invoke arrow emit reply respond response signal go goto move next',
)

const otherWords: readonly OtherWords[] = [
  {
    on: ['flow'],
    words: STEP,
    fix: "A step is to(id), from where the packet is: write from('a').to('b'), and to('c') for the next one.",
  },
  {
    on: ['flow'],
    words: ['start', 'begin'],
    fix: "A flow starts with from(id): write from('a').to('b').",
  },
  {
    on: ['flow'],
    words: split('wait delay pause sleep stop end finish done build'),
    fix: 'Remove it: a flow has no pauses, and ends with its last step.',
  },
  {
    on: ['flow'],
    words: split('note say log comment text annotate'),
    fix: "Write showMessage('[NOTE] …').",
  },
  {
    on: ['topology', 'group', 'node'],
    words: CONNECTION,
    fix: "A connection is made by the TopologyBuilder: write connect('a', 'b').",
  },
  {
    on: ['group'],
    words: NODE_IN_GROUP,
    fix: "Write addProcess({ id: 'a', label: 'A' }).",
  },
  {
    on: ['topology'],
    words: NODE,
    fix: "Write addProcess({ id: 'a', label: 'A' }) on what createGroup() returns.",
  },
  {
    on: ['topology'],
    words: split('render draw build show display done finish end commit run save layout generate'),
    fix: 'Write await t.apply() after the last element.',
  },
  {
    on: ['topology'],
    words: ['autolayout'],
    fix: 'Write new TopologyBuilder(true).',
  },
  {
    on: ['topology'],
    words: ['direction'],
    fix: 'Write direction: right in the header of the file.',
  },
  {
    on: ['topology'],
    words: ['name', 'title'],
    fix: 'Write name: … in the header of the file.',
  },
  {
    on: ['topology'],
    words: ['flow', 'flowbuilder'],
    fix: 'Write const flow = new FlowBuilder().',
  },
]

const beginning = /^(?:add|create|make|new|set|with)(?=[A-Z])/
const ending = /(?:To|On|For|With|At|From)$/

export function fixOfOtherWord(on: Owner, name: string): string | undefined {
  const word = name.replace(beginning, '').replace(ending, '').toLowerCase()
  return otherWords.find((one) => one.on.includes(on) && one.words.includes(word))?.fix
}
