/** The contract: one line per resource. */
import { quota } from './quota.ts'
import { scripts } from './scripts.ts'

export const contract = { scripts, quota }
export type Contract = typeof contract
