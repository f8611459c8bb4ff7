/** Subscription, payments and bundles that the recorded account had. */
import { isRecord, type UntypedRecord } from '../../api/envelope.ts'
import { bundles, planCatalog } from '../billing/catalog.ts'
import { settlePayment } from '../billing/payments.ts'
import { dayMs } from '../billing/subscriptions.ts'
import { type Database, uuid } from '../database/database.ts'
import { isSuccess } from './facts.ts'
import type { Known } from './known.ts'
import type { RecordedCall } from './recorded-call.ts'
import { textOf } from './rows-of-records.ts'
import { isUuid } from './shape.ts'

export class BillingState {
  readonly #database: Database
  readonly #known: Known
  readonly #me: string

  /** @param me id of the recorded account */
  constructor(database: Database, known: Known, me: string) {
    this.#database = database
    this.#known = known
    this.#me = me
  }

  /** Adds what the answer shows; plans and bundles of other price lists stand for those of the embedded service. */
  prepare({ status, body, answer }: RecordedCall, name: string): void {
    const { planId, bundleId } = isRecord(body) ? body : {}
    this.#choose('plan', planId, planCatalog)
    this.#choose('bundle', bundleId, bundles)
    if (name === 'billing.subscribe' && status === 409) this.#addSubscription()
    if (name === 'billing.purchaseBundle' && status === 409) this.own(textOf(bundleId))
    if (!isSuccess(status)) return
    const { subscription } = isRecord(answer) ? answer : {}
    if (isRecord(subscription) && subscription.status === 'active') this.#addSubscription(subscription)
    if (name === 'billing.revokeConsent' || name === 'billing.updateSubscription') this.#addSubscription()
  }

  /** @param recorded id of a bundle */
  own(recorded: string | undefined): void {
    if (recorded === undefined) return
    const bundleId = this.#known.find('bundle', recorded) ?? recorded
    this.#database.ownedBundles.put({ id: `${this.#me} ${bundleId}`, userId: this.#me, bundleId })
  }

  #choose(kind: 'plan' | 'bundle', recorded: unknown, catalog: readonly { id: string }[]): void {
    if (this.#known.find(kind, recorded) !== undefined) return
    const same = catalog.find(({ id }) => id === recorded) ?? catalog[0]
    this.#known.learn(kind, recorded, same?.id)
  }

  /** An active subscription, unless there is one. */
  #addSubscription(record: UntypedRecord = {}): void {
    const { subscriptions, payments } = this.#database
    const own = subscriptions.by('user', this.#me).find(({ status }) => status !== 'ended')
    if (own?.status === 'active') return
    const pending =
      own && payments.by('user', this.#me).find(({ subscriptionId }) => subscriptionId === own.id)
    if (pending) {
      settlePayment(this.#database, pending.id, 'succeeded')
      return
    }
    const recorded = textOf(record.id)
    const id = recorded !== undefined && isUuid(recorded) ? recorded : uuid('verify:subscription')
    subscriptions.put({
      ...{ id, userId: this.#me, planId: planCatalog[0]?.id ?? '', status: 'active' },
      cancelAtPeriodEnd: record.cancelAtPeriodEnd === true,
      periodEnd: this.#database.now() + 30 * dayMs,
      cardToken: 'recorded',
    })
    this.#known.learn('subscription', recorded, id)
  }
}
