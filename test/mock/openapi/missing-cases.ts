/** Cases of refusals that the document of the service does not mention, in the form of the contract suite. */
import type { ContractFile } from '../../contract/cases.ts'

export const missing: ContractFile[] = [
  {
    file: '',
    section: '',
    provider: 'bank',
    given: {},
    cases: [
      {
        checks: 'a step of a funnel names a script',
        steps: [
          {
            call: 'POST /v1/analytics/funnel',
            as: 'bob',
            body: { step: 'opened', scriptId: '{script.hello-topology}' },
          },
        ],
      },
      {
        checks: 'reading the subscription renews it',
        steps: [
          {
            call: 'POST /v1/billing/subscribe',
            as: 'bob',
            body: {
              planId: 'pro-month',
              consent: { acceptedRecurring: true, recurringPolicyVersion: '1', locale: 'en' },
            },
            save: { payment: 'paymentId' },
          },
          { payment: '{payment}', becomes: 'succeeded' },
          { clock: { advanceSeconds: 31 * 86_400 } },
          { call: 'GET /v1/billing/me', as: 'bob' },
        ],
      },
      {
        checks: 'a bundle is bought once',
        steps: [
          {
            call: 'POST /v1/billing/purchase-bundle',
            as: 'bob',
            body: { bundleId: 'kafka-cases' },
            save: { payment: 'paymentId' },
          },
          { payment: '{payment}', becomes: 'succeeded' },
          {
            call: 'POST /v1/billing/purchase-bundle',
            as: 'bob',
            body: { bundleId: 'kafka-cases' },
            status: 409,
          },
        ],
      },
      {
        checks: 'a subscription without a card is not resumed',
        steps: [
          {
            call: 'POST /v1/billing/subscribe',
            as: 'bob',
            body: {
              planId: 'pro-month',
              consent: { acceptedRecurring: true, recurringPolicyVersion: '1', locale: 'en' },
            },
            save: { payment: 'paymentId' },
          },
          { payment: '{payment}', becomes: 'succeeded' },
          { call: 'POST /v1/billing/consent/revoke', as: 'bob' },
          {
            call: 'PATCH /v1/billing/subscription',
            as: 'bob',
            body: { cancelAtPeriodEnd: false },
            status: 409,
          },
        ],
      },
    ],
  },
]
