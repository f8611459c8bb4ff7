/** Writes scenarios as Mermaid sequence diagrams. Escapes texts, so that they cannot end their line. */
import { forMarkdown } from '../../../text/safe/for-markdown.ts'
import type { Picture } from '../../picture/picture.ts'
import { wrapAll } from '../../picture/text-width.ts'
import { type Arrow, type Event, type Sequence, sequencesOf } from './sequence.ts'

/** One diagram. */
export function mermaidSequence(sequence: Sequence): string {
  const { title, participants, events, leftOut } = sequence
  const last = participants.length - 1
  const lines = [
    'sequenceDiagram',
    ...participantLines(sequence),
    // A diagram needs something to show.
    ...(participants.length === 0 ? [`  participant p0 as ${text(title, 24, 3)}`] : []),
    ...events.flatMap(linesOf),
    ...(leftOut > 0
      ? [`  Note over p0,p${Math.max(0, last)}: ${text(`${leftOut} more steps`, 60, 1)}`]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

/** The colour comes first, so that no word of a title is one. */
const BOX = 'box transparent'

function participantLines({ participants, boxes }: Sequence): string[] {
  return participants.flatMap(({ label, isActor }, index) => {
    const participant = `  ${isActor ? 'actor' : 'participant'} p${index} as ${text(label, 24, 3)}`
    const box = boxes.find(({ first, last }) => first <= index && index <= last)
    if (box === undefined) return [participant]
    return [
      ...(index === box.first ? [`  ${BOX} ${text(box.title, 34, 1)}`] : []),
      `  ${participant}`,
      ...(index === box.last ? ['  end'] : []),
    ]
  })
}

/** True if foreign text only contains output of `mermaidSequence`: no link, directive or markup. */
export const isMermaidSequence = (given: string): boolean => {
  const [head, ...lines] = given.split('\n')
  return head === 'sequenceDiagram' && lines.every((line) => LINE.test(line))
}

const TEXT = '(?:[\\p{L}\\p{N}\\p{M} .()\\u0080-\\u{10FFFF}]|#\\d+;|<br/>)*'
const LINE = new RegExp(
  `^ *(?:|end|and|par|${BOX} ${TEXT}|rect rgba\\(220,53,69,0\\.18\\)|(?:participant|actor) p\\d+ as ${TEXT}` +
    `|Note over p\\d+(?:,p\\d+)?: ${TEXT}|p\\d+(?:->>|-->>|-x)p\\d+: ${TEXT})$`,
  'u',
)

function linesOf(event: Event): string[] {
  switch (event.kind) {
    case 'arrow':
      return [`  ${arrow(event.arrow)}`]
    case 'parallel':
      return event.arrows
        .flatMap((one, i) => [i === 0 ? '  par' : '  and', `    ${arrow(one)}`])
        .concat('  end')
    case 'note':
      return [`  Note over p${event.at}: ${text(event.text, 34, 6)}`]
    case 'error':
      return [
        '  rect rgba(220,53,69,0.18)',
        `    Note over p${event.at}: ${text(`✗ ${event.text}`, 34, 6)}`,
        '  end',
      ]
  }
}

const arrows = { call: '->>', reply: '-->>', none: '-x' } as const

const arrow = ({ from, to, text: words, kind }: Arrow): string =>
  `p${from}${arrows[kind]}p${to}: ${text(words, 34, 3)}`

/** The limit for a text that its author broke. */
const MOST_LINES = 6

/** Letters of the font at size 1 are about half as wide as high. */
const averageWidth = 0.6

/** Wraps a text, and escapes ASCII characters with a meaning as their number. */
function text(given: string, letters: number, most: number): string {
  const texts = given.split('\n')
  const shown = Math.max(most, Math.min(texts.length, MOST_LINES))
  const lines = wrapAll(texts, { size: 1, width: letters * averageWidth, most: shown })
  const safe = lines.map((line) =>
    line.replace(
      /[^\p{L}\p{N}\p{M} .()\u0080-\u{10FFFF}]/gu,
      (character) => `#${character.codePointAt(0)};`,
    ),
  )
  return safe.join('<br/>')
}

/** A Markdown document with one diagram per scenario, which GitHub and GitLab draw. */
export function markdownSequences(picture: Picture): string {
  const sequences = sequencesOf(picture)
  const blocks = sequences.map((sequence) =>
    [
      `## ${forMarkdown(sequence.title)}\n`,
      ...(sequence.description === null ? [] : [`${forMarkdown(sequence.description)}\n`]),
      sequence.participants.length === 0
        ? 'No steps.\n'
        : `\`\`\`mermaid\n${mermaidSequence(sequence)}\`\`\`\n`,
    ].join('\n'),
  )
  return [
    `# ${forMarkdown(picture.title)}\n`,
    ...(blocks.length === 0 ? ['No scenarios.\n'] : blocks),
  ].join('\n')
}
