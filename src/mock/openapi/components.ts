/** Names the shared schemas of the OpenAPI document, and converts all schemas to JSON Schema. */
import * as z from 'zod/mini'
import * as billing from '../../api/contract/billing-records.ts'
import { acknowledged, type Operation } from '../../api/contract/contract.ts'
import { collection } from '../../api/resources/collections.ts'
import { commentRecord } from '../../api/resources/comments.ts'
import { contract } from '../../api/resources/index.ts'
import { profile } from '../../api/resources/profiles.ts'
import { quotaEntry } from '../../api/resources/quota.ts'
import { listedScript, script } from '../../api/resources/scripts.ts'
import { picture } from '../../api/resources/sharing.ts'
import { errorKinds } from './error-kinds.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

const {
  admin,
  ai,
  learning,
  me,
  membership,
  notifications,
  reminders,
  schemas,
  versions,
  workspaces,
} = contract

/** Records by their names in the document, with a description. */
const records: Readonly<Record<string, readonly [schema: z.ZodMiniType, description: string]>> = {
  Script: [script, 'A script. Without access `code` is empty, `readme` and `shareToken` are null.'],
  ListedScript: [
    listedScript,
    'A script in a list, without the fields that the access gate protects.',
  ],
  Comment: [commentRecord, 'A comment on a script, a node or an edge.'],
  Collection: [collection, 'A private folder of scripts.'],
  Profile: [profile, 'A public profile.'],
  QuotaEntry: [quotaEntry, 'Use and limit of a quota in its window.'],
  Bundle: [
    billing.bundleRecord,
    'A one-off purchase; `<slug>-cases` opens the cases tagged `category:<slug>`.',
  ],
  Plan: [billing.planRecord, 'A plan of subscriptions.'],
  SubscriptionState: [billing.subscriptionState, 'State of a subscription after a change.'],
  Subscription: [billing.subscription, 'The subscription of the caller.'],
  Payment: [billing.payment, 'A payment.'],
  Consent: [billing.consent, 'Consent to recurring charges.'],
  Checkout: [
    billing.checkout,
    'Next step of the payer: `paymentUrl` to open, or parameters of a `widget`.',
  ],
  PromoPreview: [
    billing.promoPreview,
    'Discount of a promo code, or the reason why it is rejected.',
  ],
  Picture: [picture, 'A picture in base64.'],
  Acknowledgement: [acknowledged, 'Acknowledgement of a write.'],
  Version: [versions.create.response.shape.item, 'A version of the code of a script.'],
  Schema: [schemas.get.response.shape.item, 'An entity-relationship diagram.'],
  Workspace: [workspaces.get.response.shape.item, 'A workspace.'],
  Member: [membership.members.response.shape.items.def.element, 'A member of a workspace.'],
  Invitation: [membership.invite.response.shape.item, 'An invitation to a workspace.'],
  Notification: [notifications.list.response.shape.items.def.element, 'A notification.'],
  Schedule: [reminders.get.response.shape.item, 'The schedule of reminders.'],
  Preferences: [me.preferences.response.shape.item, 'The preferences of the caller.'],
  Message: [ai.chat.response.shape.item, 'A message to or from the assistant.'],
  Course: [learning.course.response.shape.item, 'A course with its lessons.'],
  User: [admin.updateUser.response.shape.item, 'A user, for administrators.'],
  Report: [admin.updateReport.response.shape.item, 'A report of a script, for administrators.'],
}

export interface ConvertedSchemas {
  /** Shared schemas by name. */
  readonly components: Readonly<Record<string, JsonSchema>>
  /** JSON Schema of a part of an operation; a shared schema is a reference. */
  schemaOf(schema: z.ZodMiniType): JsonSchema
}

const address = (name: string) => `#/components/schemas/${name}`
/** Separates names of schemas that are not shared; no shared name contains it. */
const inline = '/'

/**
 * Converts all schemas at once, so that a record is converted once and referred to by its name.
 * @param bodies request bodies by operation id; each becomes the shared schema `<Id>Body`
 * @param others schemas that stay where they are used
 */
export function convertSchemas(
  bodies: Readonly<Record<string, z.ZodMiniType>>,
  others: readonly z.ZodMiniType[],
): ConvertedSchemas {
  const names = z.registry<{ id: string; description?: string }>()
  const add = (id: string, schema: z.ZodMiniType, description?: string) => {
    if (!names.has(schema))
      names.add(schema, { id, ...(description === undefined ? {} : { description }) })
  }
  for (const [name, [schema, description]] of Object.entries(records))
    add(name, schema, description)
  for (const [name, { body, when }] of Object.entries(errorKinds)) {
    add(`${name}Error`, body, when)
  }
  for (const [id, body] of Object.entries(bodies)) add(`${id}Body`, body)
  for (const [index, schema] of others.entries()) add(`${inline}${index}`, schema)
  const { schemas: jsonSchemas } = z.toJSONSchema(names, {
    // Handlers return the input of a response schema, and requests are the input of theirs.
    io: 'input',
    uri: address,
    override: ({ zodSchema, jsonSchema }) => {
      // The contract takes any consent or none, because the service answers that with its own error.
      if (zodSchema === (billing.sentConsent as unknown)) jsonSchema.$ref = address('Consent')
      if (zodSchema === (contract.billing.subscribe.body as unknown))
        jsonSchema.required?.push('consent')
    },
  })
  const converted = (id: string) => withoutAddress(jsonSchemas[id] as JsonSchema)
  const shared = Object.keys(jsonSchemas).filter((name) => !name.startsWith(inline))
  return {
    components: Object.fromEntries(shared.sort().map((name) => [name, converted(name)])),
    schemaOf: (schema) => {
      const { id = '' } = names.get(schema) ?? {}
      return id.startsWith(inline) ? converted(id) : { $ref: address(id) }
    },
  }
}

const withoutAddress = ({ $schema: _, $id: __, ...schema }: JsonSchema): JsonSchema => schema

/** The request body of an operation, if it has one. */
export const bodyOf = ({ body }: Operation): z.ZodMiniObject | undefined =>
  Object.keys(body.shape).length === 0 ? undefined : body
