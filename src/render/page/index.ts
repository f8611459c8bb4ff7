/** The door for rooms that make pages: pages with the player, and its style sheet. */

export type { PageScript } from './bundled.ts'
export { type ComparisonPage, comparisonDocument, type ListedChange } from './comparison.ts'
export { pageOf } from './document.ts'
export { embed, policy, policyFor } from './embed.ts'
export { cardStyle, siteDocument } from './site.ts'
export { playerStyle } from './style.ts'
