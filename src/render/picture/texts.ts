/** Words about nodes and connections that several formats use. */
import { joined } from '../../text/words.ts'
import type { PictureEdge, PictureNode } from './picture.ts'

/** A node or a connection. */
export interface Labelled {
  readonly label: string | null
  readonly labelLines?: readonly string[]
}

/** The label with `\n` at the breaks of its author. */
export const brokenLabelOf = ({ label, labelLines }: Labelled): string | null =>
  labelLines?.join('\n') ?? label

/** `×3`; null for a node that is drawn once. */
export const timesOf = ({ replicas }: Pick<PictureNode, 'replicas'>): string | null =>
  replicas !== null && replicas > 1 ? `×${replicas}` : null

/** The texts of a node, with `\n` at the breaks of its label. */
export const nodeText = (node: PictureNode): string =>
  joined(' · ', brokenLabelOf(node), node.note, timesOf(node), node.about && node.description)

/** The label, and the id if it is another one. */
export const nameWithId = ({ label, id }: Pick<PictureNode, 'label' | 'id'>): string =>
  id === label || id === '' ? label : `${label} (${id})`

/** How a connection works, without what the script does not say. */
export const howOf = ({ type, protocol, port }: PictureEdge): string[] =>
  [type, protocol, port === null ? null : `port ${port}`].filter((part) => part !== null)
