/** Compares the revisions of a list and of a read, and describes their form. */
import { isSameRevision } from '../../../project/remote/revision.ts'
import { type DeploymentCheck, type DeploymentFact, fact, limitation } from './check.ts'
import { sampleScript } from './records.ts'
import { describeRevision, shortened } from './shape.ts'

type Agreement = 'same' | 'same instant' | 'different' | 'unknown'

export const revisions: DeploymentCheck = {
  name: 'revisions',
  run: async ({ probe, hasKey }) => {
    const sample = await sampleScript(probe, hasKey)
    if (!sample?.record) return { facts: [], data: { revisions: null } }
    const [list, read] = [sample.entry, sample.record].map(({ updatedAt }) => updatedAt ?? null)
    const agreement = compare(list, read)
    const form = read === null ? null : describeRevision(read)
    const shown = { list: example(list), read: example(read) }
    return { facts: factsOf(list, read, agreement), data: { revisions: { ...shown, form, agreement } } }
  },
}

const example = (value: unknown) => (value === null || typeof value === 'number' ? value : shortened(value))

function compare(list: unknown, read: unknown): Agreement {
  if (list === null || read === null) return 'unknown'
  if (list === read) return 'same'
  return isSameRevision(String(list), String(read)) ? 'same instant' : 'different'
}

function factsOf(list: unknown, read: unknown, agreement: Agreement): DeploymentFact[] {
  if (read === null) {
    return [
      limitation(
        'a script has no revision (updatedAt)',
        'topo compares contents instead: it reads every script to see whether it changed, and again before it writes.',
      ),
    ]
  }
  const form = describeRevision(read)
  if (list === null) {
    return [
      limitation(
        `${form}; lists have none`,
        'topo reads every script to see whether it changed: one request for each.',
      ),
    ]
  }
  if (agreement === 'different') {
    return [
      limitation(
        `${form}, but a list (${shortened(list)}) and a read (${shortened(read)}) differ`,
        'topo reads every script again, because none looks unchanged.',
      ),
    ]
  }
  if (agreement === 'same instant') {
    return [
      fact(
        `${form}; lists write the same instant as ${describeRevision(list)}`,
        'topo compares instants, and sends the revision of a read back unchanged.',
      ),
    ]
  }
  return [fact(`${form}, the same in lists and reads`)]
}
