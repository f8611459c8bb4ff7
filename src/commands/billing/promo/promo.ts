/** Shows the discount of a promo code; the service decides again at payment. */
import type { PromoPreview } from '../../../api/contract/billing-records.ts'
import { promoReasonWords } from '../../../api/contract/billing-records.ts'
import type { CommandResult } from '../../../cli/command/result.ts'
import { keyValueLines } from '../../../cli/io/key-value-list.ts'
import { records } from '../../../cli/io/table.ts'
import { ExitCode } from '../../../errors.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { priceOf } from '../format-money.ts'

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

/** The thing that the code was asked for. */
export interface PromoQuestion {
  readonly code: string
  /** Id of the plan or the bundle. */
  readonly product: string
  /** True for a plan: further periods cost the full price. */
  readonly isRecurring: boolean
  /** If the preview names none. */
  readonly currency: string | undefined
}

export function promoResult(preview: PromoPreview, question: PromoQuestion): CommandResult {
  return preview.valid ? discountResult(preview, question) : refusalResult(preview, question)
}

type Discount = PromoPreview & { valid: true }

function refusalResult(
  preview: Exclude<PromoPreview, Discount>,
  { code, product }: PromoQuestion,
): CommandResult {
  const why = promoReasonWords(preview.reason)
  return {
    data: preview,
    exitCode: ExitCode.refused,
    isProse: true,
    text: (out) =>
      out.isTerminal
        ? `${forTerminal(code)} is not valid for ${forTerminal(product)}: ${forTerminal(why)}.`
        : records(out, ['CODE', 'REASON', 'WHY'], [[code, preview.reason, why]]),
  }
}

function discountResult(preview: Discount, question: PromoQuestion): CommandResult {
  const { code, product, isRecurring, currency } = question
  const price = priceOf(preview, preview.originalAmountKopeks, currency)
  const discount = priceOf(preview, preview.discountKopeks, currency)
  const toPay = priceOf(preview, preview.finalAmountKopeks, currency)
  return {
    data: preview,
    text: (out) => {
      if (!out.isTerminal)
        return records(out, ['CODE', 'PRICE', 'OFF', 'TO PAY'], [[code, price, discount, toPay]])
      const later = isRecurring ? ', then the full price for every further period' : ''
      const facts = keyValueLines(out, [
        ['price', price],
        ['off', discount],
        ['to pay', `${toPay}${later}`],
      ])
      const title = out.style('bold', forTerminal(code))
      return `${title} is valid for ${forTerminal(product)}${percent(preview)}.\n${facts}`
    },
  }
}

const percent = ({ discountType, discountValue }: Discount): string =>
  discountType === 'percent' && discountValue !== undefined ? `: ${discountValue} % off` : ''
