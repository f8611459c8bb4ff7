/** Runs the rules over documents, sources and JSON with textlint. */
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import { rules } from './rules.js'
import { json, typescript } from './source.js'

/** A capital letter: hidden code may start a sentence. */
const HIDDEN = 'X'
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Adds the text of a node to `parts`; hides code, and leaves HTML and pictures out. */
function collect(node, parts) {
  if (node.type === 'Str') {
    // In Markdown a line may end anywhere; in a string a new line is a new sentence.
    const text = node.offsets ? node.value : node.value.replaceAll('\n', ' ')
    for (let i = 0; i < text.length; i++)
      parts.push([text[i], node.offsets?.[i] ?? node.range[0] + i])
  } else if (node.type === 'Code') {
    for (let i = 0; i < node.raw.length; i++) parts.push([node.raw[i], node.range[0] + i, HIDDEN])
  } else if (node.type === 'Break') {
    parts.push([' ', node.range[0]])
  } else {
    for (const child of node.children ?? []) collect(child, parts)
  }
}

const hide = (text) => HIDDEN.repeat(text.length)

/** Hides code, quotations and values from the rules; keeps the length. */
const visible = (text) =>
  text
    .replace(
      /`[^`]*`|"[^"]{1,60}"|“[^”]{1,60}”|[\w.-]*…[\w-]*|<[a-z-]+>|(?<=^|\s)--?[a-z][\w-]*|@[a-z]+\b|https?:\/\/\S+/g,
      hide,
    )
    .replace(/\b(?:e\.g|i\.e|vs|etc|cf)\.(?! [A-Z])/g, (short) => short.replaceAll('.', '_'))
    // A sentence may start with the name of the program.
    .replace(/(?<=[.?!] )topo\b/g, 'Topo')

/** The sentences of a paragraph, a heading or a cell, each with its place in the file. */
function sentencesOf(node) {
  const parts = []
  for (const child of node.children) collect(child, parts)
  const text = parts.map(([character]) => character).join('')
  const seen = visible(parts.map(([character, , hidden]) => hidden ?? character).join(''))
  return [...segmenter.segment(seen)].map(({ segment, index }) => ({
    seen: segment.trimEnd(),
    text: text
      .slice(index, index + segment.length)
      .replace(/\s+/g, ' ')
      .trim(),
    offset: parts[index][1],
  }))
}

const wordsOf = (seen) => seen.split(/[\s/—–]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

const breaks = (rule, sentence) =>
  rule.pattern ? rule.pattern.test(sentence.seen) : wordsOf(sentence.seen) > rule.maxWords

/** One textlint rule for each of ours; `sentencesOnce` cuts a paragraph for all of them. */
const textlintRules = (sentencesOnce) =>
  rules.map((rule) => ({
    ruleId: rule.id,
    rule({ Syntax, RuleError, report, locator }) {
      const check = (node) => {
        for (const sentence of sentencesOnce(node)) {
          if (!breaks(rule, sentence)) continue
          const at = Math.max(0, sentence.offset - node.range[0])
          report(
            node,
            new RuleError(`${sentence.text} → ${rule.instead}`, { padding: locator.at(at) }),
          )
        }
      }
      const checks = { [Syntax.Paragraph]: check, [Syntax.TableCell]: check }
      return rule.headings === false ? checks : { ...checks, [Syntax.Header]: check }
    },
  }))

const plugins = [
  { pluginId: 'markdown', plugin: markdown.default ?? markdown },
  { pluginId: 'typescript', plugin: typescript },
  { pluginId: 'json', plugin: json },
]

/**
 * The findings of a text as `{ line, rule, message }`, and all sentences that were checked, as `{ line, text }`.
 * `extension` is `.md`, `.ts` or `.json`.
 */
export async function lint(text, extension, path = `text${extension}`) {
  const cut = new Map()
  const sentences = []
  const sentencesOnce = (node) => {
    if (!cut.has(node)) {
      cut.set(node, sentencesOf(node))
      const { line } = node.loc.start
      sentences.push(...cut.get(node).map((sentence) => ({ line, text: sentence.text })))
    }
    return cut.get(node)
  }
  const options = { filePath: path, ext: extension, plugins, rules: textlintRules(sentencesOnce) }
  const { messages } = await new TextlintKernel().lintText(text, options)
  return {
    findings: messages.map(({ line, ruleId, message }) => ({ line, rule: ruleId, message })),
    sentences,
  }
}
