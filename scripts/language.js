// Makes the page of the language and the guide for assistants from one text. Their tables are the lists of the validator.
import { markdownTable } from './reference.js'

const code = (text) => `\`${text}\``

/** By table: the names, the interface of templates/topology.d.ts that explains them, their object, and what every service has. */
const tables = ({ METHODS, OPTIONS }) => ({
  'topology calls': [
    METHODS.topology,
    'TopologyBuilder',
    'topology.',
    ['createGroup', 'connect', 'apply'],
  ],
  'group calls': [METHODS.group, 'Group', 'group.', ['addProcess', 'autoResize']],
  'flow calls': [METHODS.flow, 'FlowBuilder', 'flow.', ['from', 'to', 'showMessage']],
  'node options': [OPTIONS.node, 'ProcessConfig', '', ['id', 'label', 'state', 'shape']],
  'group options': [OPTIONS.group.slice(1), 'GroupConfig', '', ['label', 'description']],
  'connection options': [
    OPTIONS.connection,
    'ConnectOptions',
    '',
    ['type', 'protocol', 'label', 'port'],
  ],
})

function tableOf(types, [names, owner, object, core], isFurther) {
  const members = membersOf(types, owner)
  const chosen = isFurther ? names.filter((name) => !core.includes(name)) : core
  const rows = chosen.map((name) => {
    if (!members.has(name)) throw new Error(`topology.d.ts has no sentence for ${owner}.${name}.`)
    const { parameters, sentence } = members.get(name)
    const call = `${name === 'apply' ? 'await ' : ''}${object}${name}(${parameters})`
    return [code(object === '' ? name : call), sentence]
  })
  const kind = object === '' ? 'option' : 'call'
  return markdownTable([isFurther ? `further ${kind}` : kind, 'what it does'], rows)
}

/** The names of the parameters, and the sentence, of each member with a comment of one line. */
function membersOf(types, owner) {
  const [, body] = new RegExp(
    `(?:class|interface) ${owner} [^\\n]*\\n([\\s\\S]*?)\\n *\\}\\n(?:\\n|$)`,
  ).exec(types)
  const members = body.matchAll(/\/\*\* (.+) \*\/\n\s+(\w+)\??(?:\(([^)]*)\))?: /g)
  return new Map(
    [...members].map(([, sentence, name, given = 'id: string, config: object']) => {
      const names = given.replace(/\[.*\]|\{.*?\}/g, '').matchAll(/(\w+\??): /g)
      return [name, { sentence, parameters: [...names].map(([, one]) => one).join(', ') }]
    }),
  )
}

/** By name, a title, the values, how one is drawn, the height of a row, and the number of columns. */
const sheets = ({ METHODS, SHAPES, STATES, ICONS, CONNECTION_TYPES }) => ({
  kinds: [
    'Every call that creates a node',
    METHODS.topology.filter((name) => name.startsWith('create')),
    'topology[value]({ id: value, label: value, x, y })',
  ],
  states: ['Every state', STATES, drawnWith('state')],
  shapes: ['Every shape', SHAPES, drawnWith('shape')],
  icons: ['Every icon', ICONS, drawnWith('icon'), 60],
  types: [
    'Every type of connection',
    CONNECTION_TYPES,
    `topology
    .createProcess({ id: value, label: value, x, y })
    .createProcess({ id: \`\${value}-end\`, label: 'node', x: 300, y })
    .connect(value, \`\${value}-end\`, { type: value })`,
    70,
    1,
  ],
})

const drawnWith = (option) =>
  `topology.createProcess({ id: value, label: value, ${option}: value, x, y })`

/** By name, scripts that draw each value of a list. */
export const sheetScripts = (words) =>
  Object.fromEntries(
    Object.entries(sheets(words)).map(([name, [title, values, draw, height = 90, columns = 4]]) => [
      name,
      `/*---
description: ${title}
namespace: ${name}
---*/
// Written by node scripts/generate.js; do not edit.
const topology = new TopologyBuilder(false)
const values = '${values.join(' ')}'.split(' ')
values.forEach((value, index) => {
  const [x, y] = [(index % ${columns}) * 190, Math.floor(index / ${columns}) * ${height}]
  ${draw}
})
await topology.apply()
`,
    ]),
  )

/**
 * The page, or the guide for assistants and terminals. The guide has no links, no paragraph with a picture, and not the last section.
 *
 * @param scripts by name
 */
export function languageText(template, { words, types, scripts }, isGuide) {
  const part = (name) => {
    const list = tables(words)[name.replace('further ', '')]
    if (list) return tableOf(types, list, name.startsWith('further '))
    const values = name === 'shard roles' ? words.SHARD_ROLES : sheets(words)[name]?.[1]
    if (values) return values.length > 10 ? code(values.join(', ')) : values.map(code).join(', ')
    return `\`\`\`js\n${sentCode(scripts[name])}\`\`\``
  }
  const text = isGuide
    ? template
        .replace(/\n## Twelve examples[\s\S]*/, '')
        .replace(/\n\n(?:.+\n)*.*!\[.*/g, '')
        .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    : template
  return text.replace(/\{\{(.+?)\}\}/g, (_, name) => part(name))
}

const sentCode = (script) =>
  script.replace(/^\/\*[\s\S]*?\*\/\n/, '').replace(/^export default /m, 'return ')
