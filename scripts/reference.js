// Generates the tables of docs/ from the manifest and from the data of the help topics.

/** Fewer commands of a noun are listed with the others. */
const SMALLEST_TABLE = 5

/** A group of commands under the noun that they share; small groups and those without one come last. */
export function commandReference(manifest, nouns) {
  const visible = Object.values(manifest.commands).filter(({ hidden }) => !hidden)
  const commandsOf = (noun) => visible.filter((command) => nounOf(command) === noun)
  const large = nouns.filter((noun) => commandsOf(noun).length >= SMALLEST_TABLE)
  const parts = large.map((noun) => [`## \`topo ${noun}\``, table(commandsOf(noun))])
  const others = visible.filter((command) => !large.includes(nounOf(command)))
  return [...parts, ['## Other commands', table(others)], commonFlags(visible)].flat().join('\n\n')
}

const nounOf = ({ id }) => (id.includes(':') ? id.slice(0, id.indexOf(':')) : '')

function table(commands) {
  const sorted = [...commands].sort((a, b) => (a.id < b.id ? -1 : 1))
  return markdownTable(
    ['command', 'does'],
    sorted.map((command) => [usage(command), command.summary ?? '']),
  )
}

function usage({ id, aliases, args, usage: written }) {
  if (typeof written === 'string')
    return code(`topo ${written.replace(' [FLAGS]', '').replaceAll('...', '…')}`)
  const words = Object.values(args)
    .filter(({ hidden }) => !hidden)
    .map(({ name, required, multiple }) => {
      const label = `${name.toUpperCase()}${multiple ? '…' : ''}`
      return required ? label : `[${label}]`
    })
  return code(['topo', (aliases[0] ?? id).replaceAll(':', ' '), ...words].join(' '))
}

const isCommon = ({ helpGroup }) => ['GLOBAL', 'NETWORK'].includes(helpGroup)

function flagLabel({ name, type, options, helpValue }) {
  if (type !== 'option') return `--${name}`
  return `--${name} ${options && options.length <= 4 ? options.join('|') : (helpValue ?? 'VALUE')}`
}

/** Once, from any command that is no exception. */
function commonFlags(commands) {
  const flags = new Map(
    commands
      .flatMap((command) => Object.values(command.flags))
      .filter((flag) => isCommon(flag) && !flag.hidden)
      .map((flag) => [flag.name, flag]),
  )
  return [
    '## Flags of every command',
    markdownTable(
      ['flag', 'does'],
      [...flags.values()].map((flag) => [
        code(`${flag.char ? `-${flag.char}, ` : ''}${flagLabel(flag)}`),
        `${flag.summary ?? ''}${flag.env ? ` Also ${code(flag.env)}.` : ''}`,
      ]),
    ),
  ].join('\n\n')
}

export function exitCodeTable(meanings) {
  return markdownTable(
    ['code', 'meaning'],
    meanings.map((exit) => [String(exit.code), exit.meaning]),
  )
}

export function environmentTable(variables) {
  const isCapital = ({ name }) => name === name.toUpperCase()
  const smallNames = variables.filter((variable) => !isCapital(variable)).map(({ name }) => name)
  return markdownTable(
    ['variable', 'meaning'],
    [
      ...variables.filter(isCapital).map(({ name, meaning }) => [code(name), meaning]),
      [smallNames.map(code).join(', '), 'Like those in capitals, and take precedence.'],
    ],
  )
}

/** The validator's rules: those of the service first, which nobody can turn off. */
export function rulesTable(rules) {
  const ofService = ({ serverType }) => serverType !== undefined
  const sorted = [...rules.filter(ofService), ...rules.filter((rule) => !ofService(rule))]
  return markdownTable(
    ['rule', 'severity', 'asks for', 'because'],
    sorted.map((rule) => [
      // Editors link to it.
      `<a id="${rule.id}"></a>${code(rule.id)}`,
      `${rule.severity}${ofService(rule) ? ', of the service' : ''}${rule.fixable ? ', `--fix`' : ''}`,
      rule.docs.summary,
      rule.docs.why,
    ]),
  )
}

/** A help topic as a part of a page. */
export function topicText({ sections }, version) {
  return sections
    .flatMap(({ title, text, code: lines }) => [
      `## ${title}`,
      ...(text ? [text.replace(/"(topo [^"]+)"/g, '`$1`')] : []),
      ...(lines ? [`\`\`\`sh\n${lines.replaceAll('<%= config.version %>', version)}\n\`\`\``] : []),
    ])
    .join('\n\n')
}

/** The text with what stands between the two comments of this name replaced. */
export function withPart(text, name, part) {
  const begin = `<!-- begin ${name}: node scripts/generate.js -->`
  const end = `<!-- end ${name} -->`
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`The page has no comments "${begin}" and "${end}".`)
  return `${text.slice(0, from)}${begin}\n\n${part}\n\n${text.slice(to)}`
}

export function markdownTable(header, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')
}

const code = (text) => `\`${text}\``
