/** Reads the part of a script that may have the header: comments, directives and imports before the first statement. */

import { hasLineEnd, ScriptTokens, type Token } from './script-tokens.ts'

export interface Preamble {
  /** Comments before, between and after its statements. */
  readonly comments: readonly Token[]
  /** Comments in its statements, and those that were read behind it. */
  readonly otherComments: readonly Token[]
  /** Start of the first statement that is neither a directive nor an import. */
  readonly end: number
  /** The tokens behind those that were read. */
  readonly rest: ScriptTokens
}

export function readPreamble(text: string): Preamble {
  return new PreambleReader(text).read()
}

/** Comments of the script behind those of its preamble, to its end. */
export function commentsBehind({ otherComments, rest }: Preamble): Token[] {
  const comments = [...otherComments]
  for (let token = rest.next(); token !== undefined; token = rest.next())
    if (isComment(token)) comments.push(token)
  return comments
}

const isComment = ({ kind }: Token): boolean => kind === 'line comment' || kind === 'block comment'

class PreambleReader {
  readonly #text: string
  readonly #tokens: ScriptTokens
  readonly #comments: Token[] = []
  readonly #otherComments: Token[] = []
  /** Comments since the last token that is none. */
  #pending: Token[] = []

  constructor(text: string) {
    this.#text = text
    this.#tokens = new ScriptTokens(text)
  }

  read(): Preamble {
    let token = this.#next()
    this.#takePending(this.#comments)
    while (token !== undefined) {
      const { kind } = token
      const isImport = kind === 'word' && this.#wordOf(token) === 'import'
      if (kind !== 'string' && !isImport) break
      const following = isImport ? this.#behindImport() : this.#behindDirective(token)
      // A statement that is neither: its comments, read so far, are not before it.
      if (following === 'other') break
      token = following
    }
    this.#takePending(this.#otherComments)
    return {
      comments: this.#comments,
      otherComments: this.#otherComments,
      end: token?.start ?? this.#text.length,
      rest: this.#tokens,
    }
  }

  #wordOf({ start, end }: Token): string {
    return this.#text.slice(start, end)
  }

  #next(): Token | undefined {
    let token = this.#tokens.next()
    while (token !== undefined && isComment(token)) {
      this.#pending.push(token)
      token = this.#tokens.next()
    }
    return token
  }

  #takePending(comments: Token[]): void {
    for (const comment of this.#pending) comments.push(comment)
    this.#pending = []
  }

  /** The token behind the end of a statement whose last token is `last`; `other` if the statement goes on. */
  #behindStatement(last: Token, token: Token | undefined): Token | undefined | 'other' {
    if (token !== undefined && this.#wordOf(token) === ';') {
      this.#takePending(this.#otherComments)
      const following = this.#next()
      this.#takePending(this.#comments)
      return following
    }
    const isEnd = token === undefined || hasLineEnd(this.#text, last.end, token.start)
    if (!isEnd || (token !== undefined && this.#continues(token))) return 'other'
    this.#takePending(this.#comments)
    return token
  }

  /** True if a token at the start of a line continues the expression before it. */
  #continues(token: Token): boolean {
    const word = this.#wordOf(token)
    if (token.kind === 'word') return /^(?:in|instanceof|as|satisfies)$/.test(word)
    return token.kind === 'other' && !'{};@!~'.includes(word)
  }

  #behindDirective(directive: Token): Token | undefined | 'other' {
    return this.#behindStatement(directive, this.#next())
  }

  /** An import ends with its path, and perhaps attributes: `with { … }`. */
  #behindImport(): Token | undefined | 'other' {
    const path = this.#importPath()
    if (path === undefined) return 'other'
    this.#takePending(this.#otherComments)
    const token = this.#next()
    const hasAttributes = token !== undefined && /^(?:with|assert)$/.test(this.#wordOf(token))
    if (!hasAttributes) return this.#behindStatement(path, token)
    let last = this.#next()
    while (last !== undefined && this.#wordOf(last) !== '}') last = this.#next()
    this.#takePending(this.#otherComments)
    return last && this.#behindStatement(last, this.#next())
  }

  /** The first text outside of braces; undefined for `import(…)`, `import.meta` and `import x = …`. */
  #importPath(): Token | undefined {
    let depth = 0
    for (let token = this.#next(); token !== undefined; token = this.#next()) {
      if (token.kind === 'string' && depth === 0) return token
      const word = this.#wordOf(token)
      if ('(.=;'.includes(word)) return undefined
      if (word === '{') depth++
      if (word === '}') depth--
    }
    return undefined
  }
}
