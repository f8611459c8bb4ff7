/** Initial state of the fuzz test. */
import type { QuotaKey } from '../../src/api/resources/quota.ts'
import { uuid } from '../../src/mock/database/database.ts'
import type {
  CollectedRow,
  CollectionRow,
  PaymentRow,
  ScriptRow,
  SpendingRow,
  SubscriptionRow,
  UserRow,
} from '../../src/mock/database/rows.ts'
import type { Snapshot } from '../../src/mock/database/snapshot.ts'
import { demoWorld } from '../../src/mock/fixtures/demo-world.ts'
import { rowsOf } from './visibility.ts'

const [alice = '', bob = ''] = rowsOf<UserRow>(demoWorld, 'users').map(({ id }) => id)
const scripts = rowsOf<ScriptRow>(demoWorld, 'scripts')

/** Demo world with a unique word in every gated or private text, and with more rows to delete. */
export const fixtures: Snapshot = {
  ...demoWorld,
  tables: {
    ...demoWorld.tables,
    scripts: scripts.map((row, index) => ({
      ...row,
      code: `// mark${9_0000 + index}\n${row.code}`,
      readme: row.readme === null ? null : `${row.readme}\nmark${9_1000 + index}\n`,
      description: `mark${9_2000 + index}`,
    })),
    ...collected(alice, 'c1', scripts[0], scripts[2]),
    ...subscribed(alice, bob),
    spendings: [
      ...spent(bob, 'publishPerDay', 5),
      ...spent(bob, 'draftsPerDay', 19),
      ...spent(bob, 'commentsPerHour', 30),
    ],
  },
}

function collected(ownerId: string, id: string, ...of: (ScriptRow | undefined)[]) {
  const collections: CollectionRow[] = [
    {
      id,
      ownerId,
      name: 'mark93000',
      description: null,
      color: null,
      createdAt: '2026-02-01T00:00:00.000Z',
    },
  ]
  const rows = of.map((script) => ({
    id: `${id} ${script?.id}`,
    collectionId: id,
    scriptId: script?.id ?? '',
  }))
  return { collections, collected: rows satisfies CollectedRow[] }
}

/** Uses of a quota that leave little or nothing. */
function spent(userId: string, quota: QuotaKey, times: number): SpendingRow[] {
  const at = Date.parse('2026-03-01T11:59:00.000Z')
  return Array.from({ length: times }, (_, n) => ({
    id: uuid(`spent:${quota}:${n}`),
    userId,
    quota,
    at,
  }))
}

/** Each with a succeeded first payment. */
function subscribed(...users: string[]) {
  const createdAt = '2026-02-20T00:00:00.000Z'
  const subscriptions: SubscriptionRow[] = users.map((userId) => ({
    id: uuid(`subscription:${userId}`),
    userId,
    planId: 'pro-month',
    status: 'active',
    cancelAtPeriodEnd: false,
    periodEnd: Date.parse('2026-03-22T00:00:00.000Z'),
    cardToken: `card_${uuid(`card:${userId}`)}`,
  }))
  const payments: PaymentRow[] = subscriptions.map(({ id: subscriptionId, userId }) => ({
    id: uuid(`payment:${userId}`),
    userId,
    orderId: uuid(`order:${userId}`),
    status: 'succeeded',
    amountKopeks: 49_000,
    subscriptionId,
    bundleId: null,
    promoCode: null,
    createdAt,
  }))
  return { subscriptions, payments }
}
