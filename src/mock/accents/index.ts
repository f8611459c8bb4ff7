/** All accents in the order in which they rewrite an answer, and their composition. */
import type { AccentRules } from '../rules/accent-rules.ts'
import type { Accent, AccentCall, AccentReply, RequestParts } from './accent.ts'
import { bare } from './bare.ts'
import { cursor } from './cursor.ts'
import { lean } from './lean.ts'
import { legacy } from './legacy.ts'
import type { AccentName } from './names.ts'
import { partial } from './partial.ts'
import { tidy } from './tidy.ts'

/** From the fields of records to their envelopes. */
const accents = { lean, legacy, tidy, cursor, bare, partial } satisfies Record<AccentName, Accent>

/** Several accents as one; the order in which they are named has no effect. */
export class Accents {
  readonly rules: AccentRules
  readonly #accents: readonly Accent[]

  constructor(names: readonly AccentName[]) {
    this.#accents = Object.entries(accents).flatMap(([name, accent]) =>
      (names as readonly string[]).includes(name) ? [accent] : [],
    )
    this.rules = Object.assign({}, ...this.#accents.map(({ rules }) => rules))
  }

  /** The answer for an endpoint that the deployment does not have. */
  absent(call: AccentCall): AccentReply | undefined {
    for (const accent of this.#accents) {
      const reply = accent.absent?.(call)
      if (reply) return reply
    }
    return undefined
  }

  /** From the envelope to the fields: the other way round than an answer. */
  request(parts: RequestParts, call: AccentCall): RequestParts {
    return this.#accents.reduceRight(
      (rewritten, accent) => accent.request?.(rewritten, call) ?? rewritten,
      parts,
    )
  }

  reply(plain: AccentReply, call: AccentCall): AccentReply {
    return this.#accents.reduce((reply, accent) => accent.reply?.(reply, call, plain) ?? reply, plain)
  }
}
