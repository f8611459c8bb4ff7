/** Looks for violations of the rules of axe in a page, in each state that a test brings it to. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** One line per violation, with the elements. The page's policy does not apply to what the browser's controller runs. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { axe: loadedAxe } = window as unknown as {
      axe: { run(): Promise<{ violations: Violation[] }> }
    }
    return (await loadedAxe.run()).violations
  })
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  )
}
