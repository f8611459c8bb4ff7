/** Words of other tools for what the builders do in another way. */
import type { UnknownCall } from '../topology/index.ts'

type Owner = UnknownCall['on']

interface OtherWord {
  readonly on: readonly Owner[]
  readonly name: RegExp
  readonly fix: string
}

const elements: readonly Owner[] = ['topology', 'group', 'node']

const words: readonly OtherWord[] = [
  {
    on: ['flow'],
    name: /^(?:add)?(?:send|call|step|request|invoke|arrow|emit|reply|respond|response|signal|go|goto|move|next)(?:To)?$/i,
    fix: "A step is to(id), from where the packet is: write from('a').to('b'), and to('c') for the next one.",
  },
  {
    on: ['flow'],
    name: /^(?:start|begin)(?:At|With|From)?$/i,
    fix: "A flow starts with from(id): write from('a').to('b').",
  },
  {
    on: ['flow'],
    name: /^(?:wait|delay|pause|sleep|stop|end|finish|done|build)(?:For)?$/i,
    fix: 'Remove it: a flow has no pauses, and ends with its last step.',
  },
  {
    on: ['flow'],
    name: /^(?:add)?(?:note|say|log|comment|text|annotate)$/i,
    fix: "Write showMessage('[NOTE] …').",
  },
  {
    on: elements,
    name: /^(?:add|create|make|new)?(?:edge|link|connection|relation|relationship|arrow|line|dependency)(?:To)?$|^(?:connect|link|depends?)(?:To|On)$|^uses$/i,
    fix: "A connection is made by the TopologyBuilder: write connect('a', 'b').",
  },
  {
    on: ['group'],
    name: /^(?:add|create|make|new)?(?:node|box|service|server|component|database|db|client|actor|user|app|application|queue|cache|container|element|item|child)$/i,
    fix: "Write addProcess({ id: 'a', label: 'A' }).",
  },
  {
    on: ['topology'],
    name: /^(?:add|create|make|new)?(?:box|service|server|component|app|application|queue|cache|container|element|item|process)$/i,
    fix: "Write addProcess({ id: 'a', label: 'A' }) on what createGroup() returns.",
  },
  {
    on: ['topology'],
    name: /^(?:render|draw|build|show|display|done|finish|end|commit|run|save|layout|generate)$/i,
    fix: 'Write await t.apply() after the last element.',
  },
  {
    on: ['topology'],
    name: /^(?:set|with)?auto_?layout$/i,
    fix: 'Write new TopologyBuilder(true).',
  },
  {
    on: ['topology'],
    name: /^(?:set|with)?direction$/i,
    fix: 'Write direction: right in the header of the file.',
  },
  {
    on: ['topology'],
    name: /^(?:set|with)?(?:name|title)$/i,
    fix: 'Write name: … in the header of the file.',
  },
  {
    on: ['topology'],
    name: /^(?:add|create|new)?flow(?:Builder)?$/i,
    fix: 'Write const flow = new FlowBuilder().',
  },
]

/** Characters of a name that is compared with these words. */
const LONGEST_NAME = 40

export const fixOfOtherWord = (on: Owner, name: string): string | undefined =>
  name.length > LONGEST_NAME
    ? undefined
    : words.find((word) => word.on.includes(on) && word.name.test(name))?.fix
