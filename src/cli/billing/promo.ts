/** What a promo code would take off, in words; the service decides again when the payment is made. */
import type { PromoPreview } from '../../api/billing-records.ts'
import { promoReasonWords } from '../../api/promo-reasons.ts'
import { ExitCode } from '../../errors.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { CommandResult } from '../command/result.ts'
import { keyValueLines } from '../io/key-value-list.ts'
import { table } from '../io/table.ts'
import { priceOf } from './format-money.ts'

/** What `--fields` may name: of a code that holds, and of one that does not. */
export const promoFields = [
  ...['valid', 'code', 'discountType', 'discountValue'],
  ...['originalAmountKopeks', 'discountKopeks', 'finalAmountKopeks', 'reason'],
]

/** @param recurring true for a plan, whose further periods cost the full price */
export function promoAnswer(
  code: string,
  sold: string,
  preview: PromoPreview,
  recurring: boolean,
): CommandResult {
  if (!preview.valid) {
    const why = promoReasonWords(preview.reason)
    return {
      data: preview,
      exitCode: ExitCode.refused,
      text: (out) =>
        out.isTerminal
          ? `${forTerminal(code)} does not hold for ${forTerminal(sold)}: ${forTerminal(why)}.`
          : table(out, [], [[code, preview.reason, why]]),
    }
  }
  const { originalAmountKopeks, discountKopeks, finalAmountKopeks } = preview
  const [full, off, left] = [originalAmountKopeks, discountKopeks, finalAmountKopeks].map((kopeks) =>
    priceOf(preview, kopeks),
  ) as [string, string, string]
  return {
    data: preview,
    text: (out) =>
      out.isTerminal
        ? [
            `${out.style('bold', forTerminal(code))} holds for ${forTerminal(sold)}${percent(preview)}.`,
            keyValueLines(out, [
              ['price', full],
              ['off', off],
              ['to pay', `${left}${recurring ? ', then the full price for every further period' : ''}`],
            ]),
          ].join('\n')
        : table(out, [], [[code, full, off, left]]),
  }
}

const percent = ({ discountType, discountValue }: PromoPreview & { valid: true }): string =>
  discountType === 'percent' && discountValue !== undefined ? `: ${discountValue} % off` : ''
