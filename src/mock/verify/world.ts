/**
 * State of the embedded service for a recording: adds what existed before, right before the first request that shows
 * it. Earlier requests may have found that it did not exist.
 */
import { isRecord, type UntypedRecord } from '../../api/envelope.ts'
import { quotaKeys } from '../../api/resources/quota.ts'
import type { Control } from '../control/control.ts'
import { type Database, uuid } from '../database/database.ts'
import { BillingState } from './billing-state.ts'
import type { Facts } from './facts.ts'
import { isSuccess, recordsIn } from './facts.ts'
import { type Kind, type Known, kindOfAnswer } from './known.ts'
import type { RecordedCall } from './recorded-call.ts'
import {
  authorRecord,
  categoriesOf,
  collectionRow,
  commentRow,
  schemaRow,
  scriptRow,
  textOf,
  userRow,
  workspaceRow,
} from './rows-of-records.ts'
import { isUuid } from './shape.ts'

/** Keys of the embedded service for the recorded account, and for a wrong key. */
export const recordedKey = 'ca_recorded'
export const unknownKey = 'ca_unknown'
const otherId = uuid('verify:other')
/** Records of one answer; services page long before. */
const maxRecords = 10_000

export class World {
  readonly #control: Control
  readonly #database: Database
  readonly #known: Known
  readonly #facts: Facts
  readonly #me: string
  readonly #billing: BillingState

  constructor(control: Control, known: Known, facts: Facts) {
    this.#control = control
    this.#database = control.database
    this.#known = known
    this.#facts = facts
    this.#me = this.#idFor('user', facts.me.id ?? 'me')
    this.#billing = new BillingState(control.database, known, this.#me)
    this.#database.transaction(() => {
      const { users, keys } = this.#database
      const { username = 'recorded', isAdmin, tier } = facts.me
      users.put(userRow({ username, isAdmin, tier }, this.#defaults(this.#me)))
      users.put(userRow({ username: 'somebody' }, this.#defaults(otherId)))
      keys.put({ id: recordedKey, userId: this.#me, revoked: false })
    })
  }

  /** Makes the embedded service able to answer as the recorded one could. */
  prepare(call: RecordedCall): void {
    // How much of its quotas the account had used is not recorded: the refusals of the recording are repeated.
    const limit = call.isOverQuota ? 0 : 'unlimited'
    this.#control.setQuotas(Object.fromEntries(quotaKeys.map((key) => [key, limit])))
    if (call.served) this.#database.transaction(() => this.#prepare(call, call.served?.name ?? ''))
  }

  #prepare(call: RecordedCall, name: string): void {
    const { params, status } = call
    const records = isSuccess(status) ? recordsIn(call).slice(0, maxRecords) : []
    if (kindOfAnswer(name) === 'script' && name !== 'scripts.create') {
      const token = name === 'sharing.get' ? params.token : undefined
      for (const record of records) this.#addScript(record, token)
    }
    if (this.#namesScript(call, name)) this.#addScript({ id: params.idOrSlug ?? params.id ?? params.slug })
    if (isSuccess(status)) this.#addRecords(call, name, records)
    if (name === 'scripts.create' && status === 409 && isRecord(call.body)) {
      this.#addScript({ slug: call.body.slug })
    }
    this.#billing.prepare(call, name)
  }

  /** True for an answer that shows that the script of the path exists: a success, or "not yours". */
  #namesScript({ served, status }: RecordedCall, name: string): boolean {
    const isScriptPath = /^\/v1\/(scripts|analytics\/script|admin\/scripts)\/\{/.test(
      served?.operation.path ?? '',
    )
    return (
      isScriptPath && name !== 'discovery.byUser' && (isSuccess(status) || status === 403 || status === 409)
    )
  }

  #addRecords(call: RecordedCall, name: string, records: readonly UntypedRecord[]): void {
    const { params, body, answer } = call
    switch (name) {
      case 'discovery.starred':
        for (const { id } of records) this.#star(textOf(id))
        return
      case 'scripts.star':
        // It takes the star away, so there was one.
        if (isRecord(answer) && answer.starred === false) this.#star(params.id)
        return
      case 'pins.list':
        for (const { id } of records) this.#pin(textOf(id))
        return
      case 'pins.delete':
        this.#pin(params.id)
        return
      case 'comments.list':
        for (const record of records) this.#addComment(record, params.id)
        return
      case 'comments.delete':
      case 'comments.deleteFromScript':
        this.#addComment({ id: params.commentId }, params.id)
        return
      case 'collections.list':
        for (const record of records) this.#addCollection(record)
        return
      case 'collections.addScript':
        this.#addCollection({ id: params.id })
        if (isRecord(body)) this.#addScript({ id: body.scriptId })
        return
      case 'collections.removeScript':
        this.#addCollection({ id: params.id })
        this.#addScript({ id: params.scriptId })
        this.#collect(params.id, params.scriptId)
        return
      case 'reports.create':
        if (isRecord(body)) this.#addScript({ id: body.targetId })
        return
      case 'profiles.byUsername':
        for (const record of records) this.#addUser(record, params.username)
        return
      case 'discovery.byUser':
        this.#addUser({ id: params.userId })
        return
      case 'admin.users':
      case 'admin.updateUser':
        for (const record of records) this.#addUser(record)
        return
    }
    if (/^(workspaces|membership)\./.test(name) && name !== 'workspaces.create') {
      for (const record of name.startsWith('workspaces.') ? records : [{ id: params.id }])
        this.#addWorkspace(record)
      if (name === 'membership.invite' && isRecord(body)) this.#addUser({ username: body.username })
      if (name === 'membership.members') for (const record of records) this.#addMember(record, params.id)
    }
    if (name.startsWith('schemas.') && name !== 'schemas.create') {
      for (const record of records.length > 0 ? records : [{ id: params.id }]) this.#addSchema(record)
    }
  }

  /** Adds a script unless it is known by its id or its slug. */
  #addScript(record: UntypedRecord, token?: string): void {
    const { scripts } = this.#database
    const slug = textOf(record.slug)
    const id = textOf(record.id) ?? this.#facts.idsBySlug.get(slug ?? '')
    const known = this.#known.find('script', id) ?? this.#known.find('slug', slug ?? id)
    const found = scripts.get(known ?? '') ?? scripts.by('slug', known ?? slug ?? id ?? '')[0]
    if (found) {
      // A slug is no id: after a rename it names another script, or none.
      if (id !== found.slug) this.#known.learn('script', id, found.id)
      return
    }
    if (id === undefined && slug === undefined) return
    const isOwn = [id, slug].some((one) => one !== undefined && this.#facts.ownScripts.has(one))
    // A token that is shown later may be made later.
    const later = { ...this.#facts.scripts.get(id ?? ''), shareToken: token }
    const whole: UntypedRecord = { ...later, ...withoutMissing(record) }
    const rowId = this.#idFor('script', id ?? slug)
    const ownerId = isOwn ? this.#me : otherId
    const row = scripts.put(
      scriptRow(whole, { ...this.#defaults(rowId), slug: slug ?? textOf(whole.slug) ?? rowId, ownerId }),
    )
    this.#known.learn('script', id, row.id)
    this.#known.learnRevision(row.id, record.updatedAt, row.updatedAt)
    if (record.userCanAccess === true && row.accessTier === 'premium' && !isOwn) {
      for (const category of categoriesOf(whole)) this.#billing.own(`${category}-cases`)
    }
  }

  #script(id: string | undefined): string | undefined {
    const known = this.#known.find('script', id) ?? this.#known.find('slug', id) ?? id
    const { scripts } = this.#database
    return scripts.get(known ?? '')?.id ?? scripts.by('slug', known ?? '')[0]?.id
  }

  #star(script: string | undefined): void {
    const scriptId = this.#script(script)
    if (scriptId === undefined) return
    this.#database.stars.put({ id: `${this.#me} ${scriptId}`, userId: this.#me, scriptId })
  }

  #pin(script: string | undefined): void {
    const scriptId = this.#script(script)
    if (scriptId !== undefined)
      this.#database.pins.put({ id: `${this.#me} ${scriptId}`, userId: this.#me, scriptId })
  }

  #addComment(record: UntypedRecord, script: string | undefined): void {
    const id = textOf(record.id)
    if (id === undefined || this.#known.find('comment', id) !== undefined) return
    if (script === undefined && record.scriptId === undefined) this.#addScript({ slug: 'recorded' })
    const scriptId = this.#script(script ?? textOf(record.scriptId) ?? 'recorded')
    if (scriptId === undefined) return
    const isOwn = this.#facts.ownComments.has(id)
    const userId = isOwn ? this.#me : this.#addUser(authorRecord(record))
    const row = { ...this.#defaults(this.#idFor('comment', id)), scriptId, userId }
    this.#database.comments.put(commentRow(record, row))
  }

  #addCollection(record: UntypedRecord): void {
    const id = textOf(record.id)
    if (id === undefined || this.#known.find('collection', id) !== undefined) return
    const row = { ...this.#defaults(this.#idFor('collection', id)), ownerId: this.#me }
    this.#database.collections.put(collectionRow(record, row))
  }

  #collect(collection: string | undefined, script: string | undefined): void {
    const collectionId = this.#known.find('collection', collection)
    const scriptId = this.#script(script)
    if (collectionId === undefined || scriptId === undefined) return
    this.#database.collected.put({ id: `${collectionId} ${scriptId}`, collectionId, scriptId })
  }

  /** Returns the id of the row; the recorded account is known by its name too. */
  #addUser(record: UntypedRecord, username = textOf(record.username)): string {
    const { users } = this.#database
    const id = textOf(record.id)
    const [found] = [
      users.get(this.#known.find('user', id) ?? id ?? ''),
      ...(username === undefined ? [] : users.by('username', username)),
    ].filter((row) => row !== undefined)
    if (found) {
      this.#known.learn('user', id, found.id)
      return found.id
    }
    if (id === undefined && username === undefined) return otherId
    return users.put(userRow({ ...record, username }, this.#defaults(this.#idFor('user', id ?? username)))).id
  }

  #addWorkspace(record: UntypedRecord): void {
    const id = textOf(record.id)
    if (id === undefined || this.#known.find('workspace', id) !== undefined) return
    const rowId = this.#idFor('workspace', id)
    this.#database.workspaces.put(workspaceRow(record, { ...this.#defaults(rowId), ownerId: this.#me }))
    this.#addMember({ userId: this.#me }, id)
  }

  #addMember({ userId, username }: UntypedRecord, workspace: string | undefined): void {
    const workspaceId = this.#known.find('workspace', workspace)
    if (workspaceId === undefined) return
    const id = this.#addUser({ id: userId, username })
    this.#database.members.put({ id: `${workspaceId} ${id}`, workspaceId, userId: id })
  }

  #addSchema(record: UntypedRecord): void {
    const id = textOf(record.id)
    if (id === undefined || this.#known.find('schema', id) !== undefined) return
    const row = { ...this.#defaults(this.#idFor('schema', id)), ownerId: this.#me }
    this.#database.schemas.put(schemaRow(record, row))
  }

  /** The recorded id if it is one of the document, so that the embedded service's answers have its form. */
  #idFor(kind: Kind, recorded: string | undefined): string {
    const id = recorded !== undefined && isUuid(recorded) ? recorded : uuid(`verify:${kind} ${recorded}`)
    this.#known.learn(kind, recorded, id)
    return id
  }

  #defaults(id: string) {
    return { id, now: new Date(this.#database.now()).toISOString() }
  }
}

/** Null and missing fields do not hide those of another record. */
const withoutMissing = (record: UntypedRecord): UntypedRecord =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )
