/** Cancels, resumes and revokes a subscription; reads its state where the answer of the change omits it. */
import type * as z from 'zod/mini'
import type { Client } from '../client/client.ts'
import type { subscriptionState } from '../contract/billing-records.ts'

type State = z.output<typeof subscriptionState>

export async function changeRenewal(client: Client, cancelAtPeriodEnd: boolean): Promise<State> {
  const { subscription } = await client.billing.updateSubscription({ body: { cancelAtPeriodEnd } })
  return subscription ?? (await readState(client, cancelAtPeriodEnd))
}

export async function revokeConsent(
  client: Client,
): Promise<{ subscription: State; recurringConsent: unknown }> {
  const { subscription, recurringConsent = null } = await client.billing.revokeConsent()
  return { subscription: subscription ?? (await readState(client, true)), recurringConsent }
}

/** The change is done, so a subscription that cannot be read is no failure. */
async function readState({ billing }: Client, cancelAtPeriodEnd: boolean): Promise<State> {
  const { subscription } = await billing.me().catch(() => ({ subscription: undefined }))
  const { id, status } = subscription ?? { id: '' }
  return { id, ...(status !== undefined && { status }), cancelAtPeriodEnd }
}
