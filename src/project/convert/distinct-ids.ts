/**
 * Chooses the ids of new scripts so that no id means two things in a project: ids of a source are often local to one diagram. The
 * result depends neither on the order of the sources nor on an earlier run, because ids on disk stay.
 */
import { FRAME } from '../../convert/index.ts'
import { addTo, countsOf, sortedBy } from '../../grouped.ts'
import { uniqueNames } from '../../text/numbered-ids.ts'
import { nameIn } from '../script/metadata.ts'
import { Claims, keyOf, Rank } from './claims.ts'
import type { ScriptOnDisk, WantedScript } from './wanted-script.ts'

/**
 * Changes the ids and namespaces of scripts.
 * @param wanted those that will be written
 * @param others all other scripts of the project
 */
export function makeDistinct(
  wanted: readonly WantedScript[],
  others: readonly ScriptOnDisk[],
): void {
  const scripts = sortedBy(wanted, ({ place }) => place.file)
  renameCollisions(scripts, others)
  const strangers = scripts.filter(isStranger(claimsOf(scripts, others)))
  if (strangers.length > 0) {
    separate(strangers, scripts, others)
    renameCollisions(scripts, others)
  }
  const claims = claimsOf(scripts, others)
  numberRest(scripts, claims)
  placeFrames(scripts, claims)
}

/** Gives ids that collide those of their labels, until none does. Claims stay, so that no order decides who has to give way. */
function renameCollisions(scripts: readonly WantedScript[], others: readonly ScriptOnDisk[]): void {
  const claims = claimsOf(scripts, others)
  const claimants = new Map<string, WantedScript[]>()
  for (const script of scripts) {
    for (const element of script.elements) addTo(claimants, script.claimOf(element).name, script)
  }
  const waiting = new Set(scripts)
  for (const script of waiting) {
    waiting.delete(script)
    const colliding = script.elements.filter(
      (element) => !script.isRenamed(element) && claims.refuses(script.claimOf(element)),
    )
    if (colliding.length === 0) continue
    script.rename(colliding)
    for (const element of script.elements.filter((one) => script.isRenamed(one))) {
      const claim = { ...script.claimOf(element), rank: Rank.new }
      if (!claims.add(claim)) continue
      for (const other of claimants.get(claim.name) ?? []) waiting.add(other)
    }
  }
}

function claimsOf(scripts: readonly WantedScript[], others: readonly ScriptOnDisk[]): Claims {
  const claims = new Claims()
  for (const script of others) {
    for (const { id, label, kind } of script.nodes) {
      const key = keyOf(id, label, kind === 'group')
      claims.add({ name: nameIn(script, id), key, rank: Rank.onDisk })
    }
  }
  for (const script of scripts) {
    for (const element of script.elements) claims.add(script.claimOf(element))
  }
  return claims
}

/** True for a new script that shares nothing with the others, but most of its ids. */
const isStranger =
  (claims: Claims) =>
  (script: WantedScript): boolean => {
    const { elements, isOnDisk } = script
    const renamed = script.renamedIds.length
    if (isOnDisk || renamed < 2 || 2 * renamed <= elements.length) return false
    return elements.every((element) => claims.countOf(script.claimOf(element).name) === 1)
  }

/** Gives each stranger the namespace of its slug, and takes back what was renamed because of them. */
function separate(
  strangers: readonly WantedScript[],
  scripts: readonly WantedScript[],
  others: readonly ScriptOnDisk[],
): void {
  const unique = uniqueNames()
  for (const { namespace } of [...others, ...scripts]) if (namespace) unique(namespace)
  const moved = new Set(strangers)
  for (const script of scripts) {
    script.moveInto(moved.has(script) ? unique(script.place.slug) : script.namespace)
  }
}

/** Numbers ids that other things have too, even though they are made of labels. */
function numberRest(scripts: readonly WantedScript[], claims: Claims): void {
  for (const script of scripts) {
    for (const element of script.elements) {
      const claim = script.claimOf(element)
      if (!script.isRenamed(element) || !claims.hasOther(claim)) continue
      claims.remove(claim)
      script.number(element, (id) => !claims.hasOther({ ...claim, name: nameIn(script, id) }))
      claims.add(script.claimOf(element))
    }
  }
}

/** A frame has an id that nothing else in the project has; of two with the same usual id, neither keeps it. */
function placeFrames(scripts: readonly WantedScript[], claims: Claims): void {
  const framed = scripts.flatMap((script) =>
    script.frame === undefined ? [] : { script, usual: nameIn(script, script.frame) },
  )
  const counts = countsOf(framed.map(({ usual }) => usual))
  const frames = new Set<string>()
  const isSingle = ({ usual }: { readonly usual: string }) => counts.get(usual) === 1
  for (const frame of new Set([...framed.filter(isSingle), ...framed])) {
    const { script, usual } = frame
    script.placeFrame((id) => {
      const name = nameIn(script, id)
      const isFree = claims.countOf(name) === 0 && !frames.has(name)
      return isFree && (name !== usual || isSingle(frame))
    })
    frames.add(nameIn(script, script.ids.get(FRAME) ?? ''))
  }
}
