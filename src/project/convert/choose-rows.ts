/** Chooses the rows of a converted script: those that its picture would have without any. */
import type { ChooseRows, Drawing, DrawnGroup, DrawnNode } from '../../convert/index.ts'
import { groupedBy } from '../../grouped.ts'
import { type PlainNode, rowsInFrames } from '../../render/index.ts'

export const chooseRows: ChooseRows = (drawing) =>
  rowsInFrames(
    boxesOf(drawing),
    drawing.connections.map(({ from, to, label, protocol, port }, index) => ({
      id: String(index),
      from,
      to,
      label: label ?? null,
      protocol: protocol ?? null,
      port: port === undefined ? null : String(port),
    })),
    isAcross(drawing) ? 'right' : 'down',
  )

/** Rows of a script that leads to the right or left are columns. */
const isAcross = ({ direction }: Drawing): boolean => direction === 'right' || direction === 'left'

/** In the order of a script without rows: each group before its content, and nodes before groups. */
function boxesOf({ groups, nodes }: Drawing): PlainNode[] {
  const groupsInside = groupedBy(groups, ({ parent }) => parent)
  const nodesInside = groupedBy(nodes, ({ group }) => group)
  const boxes: PlainNode[] = []
  // Not recursive, because groups may be nested as deep as their author likes.
  const open: (DrawnGroup | undefined)[] = [undefined]
  while (open.length > 0) {
    const group = open.pop()
    if (group) boxes.push(boxOfGroup(group))
    for (const node of nodesInside.get(group?.id) ?? []) boxes.push(boxOfNode(node))
    open.push(...(groupsInside.get(group?.id) ?? []).toReversed())
  }
  return boxes
}

const boxOfGroup = ({ id, label, parent, kind }: DrawnGroup): PlainNode => ({
  ...boxOf(id, label, parent),
  kind: kind ?? 'group',
})

const boxOfNode = ({
  id,
  label,
  group,
  icon,
  shape,
  replicas,
  external,
}: DrawnNode): PlainNode => ({
  ...boxOf(id, label, group),
  icon: icon ?? null,
  shape: shape ?? 'default',
  replicas: replicas ?? null,
  note: external ? 'external' : null,
})

const boxOf = (key: string, label: string, parent: string | undefined): PlainNode => ({
  key,
  kind: 'process',
  label,
  description: null,
  parent: parent ?? null,
  icon: null,
  shape: 'default',
  replicas: null,
  note: null,
})
