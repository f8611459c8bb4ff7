/** The words of Mermaid's flowcharts, as in its lexer (`flow.jison`). All are sticky: they match at the cursor, or not at all. */
import { QUOTED } from './shapes.ts'

export const HEADER = /\s*[\w-]+[ \t]*(LR|RL|TB|BT|TD|BR|[<>^]|v\b)?/y
export const BETWEEN_STATEMENTS = /[\s;]*/y
export const END_OF_STATEMENT = /[ \t]*(?=[\n;]|$)/y

export const WITHOUT_EFFECT = /(?:linkStyle|classDef|class)(?=[ \t])[^\n;]*|click[ \t][^\n]*/y
export const STYLE = /style[ \t]+([^\s;]+)[^\n;]*/y
export const ACCESSIBILITY = /acc(Title|Descr)\s*(?::[ \t]*([^\n]*)|\{[^}]*\}?)/y
export const DIRECTION = /direction[ \t]+(TB|BT|RL|LR|TD)[^\n;]*/y
export const SUBGRAPH = /subgraph(?=[\s;]|$)/y
const WORDS_OF_TITLE = '([^\\n;["]*)'
/** The groups of `QUOTED` and the words behind them, or only words. */
export const SUBGRAPH_TITLE = new RegExp(
  `[ \\t]*${QUOTED.source.replace(/\\s\*/g, '')}${WORDS_OF_TITLE}|[ \\t]?${WORDS_OF_TITLE}`,
  'y',
)
export const END = /end\b(?!-)/y

export const NODE_ID =
  /(?:[\w!#$%'*+.`?\\/,&\p{L}\p{M}\p{N}\uE000\uE001]|:(?!::)|-(?![>\-.]|$)|=(?!=))+/uy
export const OPEN_BRACKET = /(?=[[({>])/y
export const NODE_CLASS = /:::[\w-]+/y
export const NODE_DATA = /@\{((?:"[^"]*"|[^"}])*)\}/y
export const DATA_FIELD = /(\w+)\s*:\s*("[^"]*"|'[^']*'|[^,\n}]*)/g
export const NEXT_NODE = /[ \t]+&[ \t]+/y

export const LINK_ID = /[ \t]+([^\s"@]+)@(?=[ \t]*[xo<]?(?:--|==|-\.|\.))/y
export const WHOLE_LINK = /\s*(?:[xo<]?(?:--+[-xo>]|==+[=xo>]|-?\.+-[xo>]?)|~~~+)\s*/y
export const FIRST_HALF = /\s*[xo<]?(--|==|-\.)\s*/y
/** The text of a link and its second half, by its first half. */
export const SECOND_HALF: Readonly<Record<string, RegExp>> = {
  '--': /((?:[^-]|-(?!-))*)--+[-xo>]\s*/y,
  '==': /((?:[^=]|=(?!=))*)==+[=xo>]\s*/y,
  '-.': /((?:[^.]|\.(?!\.*-))*)\.+-[xo>]?\s*/y,
}
/** The second half may have a head at its start, and one more dash. */
export const HEAD_OF_SECOND_HALF: Readonly<Record<string, RegExp>> = {
  '--': /[xo<]$/,
  '==': /[xo<]$/,
  '-.': /[xo<]?-?$/,
}
export const TEXT_IN_PIPES = new RegExp(`\\|(?:${QUOTED.source}|([^|]*))\\|\\s*`, 'y')
