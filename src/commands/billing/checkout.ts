/** Shows where to pay: at an address that is printed, or in a widget of the web app. */
import { boolean, string } from '@oclif/core/flags'
import type { Checkout } from '../../api/contract/billing-records.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { openInBrowser } from '../../cli/io/browser.ts'
import { keyValueLines } from '../../cli/io/key-value-list.ts'
import type { Terminal } from '../../cli/io/terminal.ts'
import { KnownError, refusedError } from '../../errors.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

export const checkoutFlags = {
  promo: string({ helpValue: 'CODE', summary: 'A promo code, for this payment only.' }),
  open: boolean({ summary: 'Open the payment page in the browser.' }),
  ...dryRunFlag,
}

export interface CheckoutContext {
  open: boolean
  terminal: Terminal
  /** Undefined if the address of the web app is unknown. */
  webUrl: string | undefined
}

/** @throws KnownError `TOPO_ANSWER_UNKNOWN` if the service gives no way to pay. */
export async function checkoutResult(
  checkout: Checkout,
  context: CheckoutContext,
): Promise<CommandResult> {
  const { paymentUrl, widget } = checkout
  if (paymentUrl) return pageResult(checkout, paymentUrl, context)
  if (widget) return widgetResult(checkout, widget, context)
  throw refusedError(
    `The service created payment ${forTerminal(checkout.paymentId ?? 'without an id')} but gave neither an address nor a widget to pay with.`,
    {
      code: 'TOPO_ANSWER_UNKNOWN',
      hint: 'Nothing was charged. Continue in the web app; "topo billing show" shows the payment.',
      details: checkout,
    },
  )
}

/** A pipe gets only the address: `URL=$(topo billing buy …)`. */
async function pageResult(
  checkout: Checkout,
  address: string,
  { open, terminal }: CheckoutContext,
) {
  let opened = false
  if (open) {
    try {
      opened = await openInBrowser(address)
    } catch (error) {
      // The order exists, so the error carries it: it can still be paid.
      throw error instanceof KnownError ? error.withDetails(checkout) : error
    }
    if (!opened) terminal.note('No browser could be started; open the address yourself.')
  }
  return {
    data: checkout,
    text: (out) =>
      out.isTerminal
        ? `${opened ? 'The payment page is open in your browser' : 'Pay here'}:\n  ${out.style('bold', forTerminal(address))}`
        : forTerminal(address),
    nextStep: 'topo billing show, after you have paid',
  } satisfies CommandResult
}

function widgetResult(
  checkout: Checkout,
  widget: object,
  { open, terminal, webUrl }: CheckoutContext,
): CommandResult {
  const where = webUrl === undefined ? 'the web app' : `the web app, ${forTerminal(webUrl)}`
  terminal.note(
    `This service takes payments in a widget on a page of ${where}. It has no address${open ? ' to open' : ''}. Pay there; these are its parameters.`,
  )
  return {
    data: checkout,
    text: (out) =>
      keyValueLines(
        out,
        Object.entries(widget).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
    nextStep: `pay in ${where}, then run topo billing show`,
  }
}
