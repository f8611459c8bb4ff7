/**
 * Lets textlint read TypeScript: doc comments and the strings that look like sentences become paragraphs. Interpolated
 * values become `…`. A paragraph has `offsets`: for each character of its value, the place in the file.
 */
import { parse } from '@babel/parser'

/** Three words in a row: keys, paths, class names and most code do not have them. */
const SENTENCE = /[A-Za-z][\w'’.()-]*,? [a-z'’-]+,? (?:[a-z'’-]|\W*…)/
/** Programs and styles inside of strings. */
const CODE =
  /=>|;\s*\n|\{\s*\n|<\/[a-z]+>|<[a-z]+ \w+=|[\w)] \{ [\w-]+: |\bconst \w+ =|\breturn \w+[(;]|\bfunction \w*\(|\bimport (?:\{|\w+ from)/

/** Texts of these properties are for people, even if they are short. */
const READ_BY_PEOPLE = [
  'description',
  'fix',
  'hint',
  'message',
  'reason',
  'summary',
  'title',
  'why',
]

/** Key words, names of colours and the like. */
const WORD_LIST = /^[a-z\s-]{80,}$/

function isSentence(text) {
  const words = text.replaceAll(/`[^`]*`/g, 'code')
  return SENTENCE.test(words) && !CODE.test(words) && !WORD_LIST.test(words)
}

class Passage {
  value = ''
  offsets = []
  add(text, start) {
    this.value += text
    for (let i = 0; i < text.length; i++) this.offsets.push(start + i)
    return this
  }
  append(other) {
    this.value += other.value
    this.offsets.push(...other.offsets)
    return this
  }
}

/** The text of an expression of strings; undefined if it is something else. */
function textOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string')
    return new Passage().add(node.value, node.start + 1)
  if (node.type === 'TemplateLiteral') return textOfTemplate(node)
  return node.type === 'BinaryExpression' && node.operator === '+' ? textOfSum(node) : undefined
}

function textOfTemplate({ quasis, expressions }) {
  const passage = new Passage()
  for (const [i, quasi] of quasis.entries()) {
    passage.add(quasi.value.cooked ?? '', quasi.start)
    const value = expressions[i]
    if (value) passage.add('…', value.start)
  }
  return passage
}

/** Undefined if neither side is a text. */
function textOfSum({ left, right }) {
  const leftText = textOf(left)
  const rightText = textOf(right)
  if (!leftText && !rightText) return undefined
  const start = leftText ?? new Passage().add('…', left.start)
  return start.append(rightText ?? new Passage().add('…', right.start))
}

/** Strings that are no text: module names, types and tagged templates. */
const SKIPPED = {
  ImportDeclaration: () => [],
  ImportExpression: () => [],
  ExportAllDeclaration: () => [],
  ExportNamedDeclaration: (node) => [node.declaration],
  TSLiteralType: () => [],
  TaggedTemplateExpression: (node) => node.quasi.expressions,
}

/** The texts of a program that are sentences, or that people read. */
function strings(program) {
  const collector = new TextCollector()
  collector.visit(program)
  return collector.texts
}

class TextCollector {
  texts = []

  visit(node) {
    if (Array.isArray(node)) {
      for (const item of node) this.visit(item)
      return
    }
    if (!node || typeof node.type !== 'string') return
    const skipped = SKIPPED[node.type]
    if (skipped) {
      this.visit(skipped(node))
      return
    }
    if (node.type === 'Property' && READ_BY_PEOPLE.includes(node.key.name)) this.#addLabel(node)
    const text = textOf(node)
    if (text) {
      if (isSentence(text.value)) this.texts.push(text)
      this.#visitInside(node)
      return
    }
    for (const key in node) if (key !== 'type') this.visit(node[key])
  }

  /** A sentence is found where its text is. */
  #addLabel({ value }) {
    const label = textOf(value)
    if (label?.value && !isSentence(label.value)) this.texts.push(label)
  }

  /** The parts of a joined text are not separate texts, but the values between them may contain some. */
  #visitInside(node) {
    if (node.type === 'TemplateLiteral') this.visit(node.expressions)
    if (node.type !== 'BinaryExpression') return
    for (const side of [node.left, node.right]) {
      if (textOf(side)) this.#visitInside(side)
      else this.visit(side)
    }
  }
}

/** The paragraphs of a doc comment, without stars and indented code; a tag starts a paragraph, and its name is left out. */
function paragraphs(comment, source) {
  const found = []
  let passage = new Passage()
  let at = comment.start + 3
  for (const line of source.slice(at, comment.end - 2).split('\n')) {
    const [margin] = line.match(/^\s*\*? ?/)
    const [tag] = line
      .slice(margin.length)
      .match(/^(?:@(?:param|property) (?:\{.*\} )?\S+|@\w+(?: \{.*\})?|[-*] )?\s*/)
    const text = line.startsWith('    ', margin.length)
      ? ''
      : line.slice(margin.length + tag.length).trimEnd()
    if ((tag || !text) && passage.value) {
      found.push(passage)
      passage = new Passage()
    }
    if (passage.value && text) passage.add(' ', at)
    passage.add(text, at + margin.length + tag.length)
    at += line.length + 1
  }
  if (passage.value) found.push(passage)
  return found
}

/** Line comments in a row are one paragraph; an empty one and indented code end it. */
function lineComments(comments, source) {
  const found = []
  let open = false
  let end = 0
  for (const { type, value, start, end: next } of comments) {
    if (type !== 'CommentLine') continue
    const text = value.startsWith('     ') ? '' : value.trim()
    if (!open || !/^\s*$/.test(source.slice(end, start))) found.push(new Passage())
    else found.at(-1).add(' ', end)
    found.at(-1).add(text, start + 3)
    open = text !== ''
    end = next
  }
  return found.filter(({ value }) => isSentence(value))
}

function passagesOf(path, source) {
  const plugins = [['estree', { classFeatures: true }], 'typescript']
  const { program, comments } = parse(source, {
    sourceType: 'module',
    plugins,
    sourceFilename: path,
    attachComment: false,
  })
  const docs = comments.filter(
    ({ type, value }) => type === 'CommentBlock' && value.startsWith('*'),
  )
  return [
    ...docs.flatMap((comment) => paragraphs(comment, source)),
    ...lineComments(comments, source),
    ...strings(program),
  ]
}

/** The texts of a JSON file: what `description` says, wherever it stands. */
function descriptionsOf(_path, source) {
  return [...source.matchAll(/"description": "((?:[^"\\]|\\.)*)"/g)].map((match) =>
    new Passage().add(match[1], match.index + match[0].indexOf(match[1])),
  )
}

/** Places in a file, as textlint has them: lines from 1, columns from 0. */
function locator(source) {
  const starts = [0]
  for (let i = source.indexOf('\n'); i >= 0; i = source.indexOf('\n', i + 1)) starts.push(i + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (starts[middle] <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - starts[low] }
  }
}

function documentOf(source, passages) {
  const place = locator(source)
  const node = (type, [start, end], rest) => ({
    type,
    raw: source.slice(start, end),
    range: [start, end],
    loc: { start: place(start), end: place(end) },
    ...rest,
  })
  const children = passages.map(({ value, offsets }) => {
    const range = [offsets[0], offsets.at(-1) + 1]
    return node('Paragraph', range, { children: [node('Str', range, { value, offsets })] })
  })
  return node('Document', [0, source.length], { children })
}

const plugin = (extensions, passages) => ({
  Processor: class {
    availableExtensions() {
      return extensions
    }
    processor() {
      return {
        preProcess: (source, path) => documentOf(source, passages(path, source)),
        postProcess: (messages, filePath) => ({ messages, filePath }),
      }
    }
  },
})

export const typescript = plugin(['.ts', '.js'], passagesOf)
export const json = plugin(['.json'], descriptionsOf)
