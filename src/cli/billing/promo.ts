/** Shows the discount of a promo code; the service decides again at payment. */
import type { PromoPreview } from '../../api/billing-records.ts'
import { promoReasonWords } from '../../api/billing-records.ts'
import { ExitCode } from '../../errors.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { CommandResult } from '../command/result.ts'
import { keyValueLines } from '../io/key-value-list.ts'
import { records } from '../io/table.ts'
import { priceOf } from './format-money.ts'

/** Names that `--fields` accepts, for valid and invalid codes. */
export const promoFields = [
  'valid',
  'code',
  'discountType',
  'discountValue',
  'originalAmountKopeks',
  'discountKopeks',
  'finalAmountKopeks',
  'reason',
]

/**
 * @param recurring true for a plan: further periods cost the full price
 * @param currency if the preview names none
 */
export function promoResult(
  code: string,
  sold: string,
  preview: PromoPreview,
  recurring: boolean,
  currency: string | undefined,
): CommandResult {
  if (!preview.valid) {
    const why = promoReasonWords(preview.reason)
    return {
      data: preview,
      exitCode: ExitCode.refused,
      text: (out) =>
        out.isTerminal
          ? `${forTerminal(code)} is not valid for ${forTerminal(sold)}: ${forTerminal(why)}.`
          : records(out, ['CODE', 'REASON', 'WHY'], [[code, preview.reason, why]]),
    }
  }
  const { originalAmountKopeks, discountKopeks, finalAmountKopeks } = preview
  const [full, off, left] = [originalAmountKopeks, discountKopeks, finalAmountKopeks].map(
    (kopeks) => priceOf(preview, kopeks, currency),
  ) as [string, string, string]
  return {
    data: preview,
    text: (out) =>
      out.isTerminal
        ? [
            `${out.style('bold', forTerminal(code))} is valid for ${forTerminal(sold)}${percent(preview)}.`,
            keyValueLines(out, [
              ['price', full],
              ['off', off],
              [
                'to pay',
                `${left}${recurring ? ', then the full price for every further period' : ''}`,
              ],
            ]),
          ].join('\n')
        : records(out, ['CODE', 'PRICE', 'OFF', 'TO PAY'], [[code, full, off, left]]),
  }
}

const percent = ({ discountType, discountValue }: PromoPreview & { valid: true }): string =>
  discountType === 'percent' && discountValue !== undefined ? `: ${discountValue} % off` : ''
