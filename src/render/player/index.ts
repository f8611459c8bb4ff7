/** The door for code that runs in browsers: the player and its parts. */
export { unnamedParts } from './explore/address.ts'
export { AddressBar, setHash } from './explore/address-bar.ts'
export type { SourceOf } from './explore/card.ts'
export { OwnAddress } from './explore/player-address.ts'
export type { Remark } from './explore/remarks.ts'
export { Player } from './player.ts'
export { dialogOf, element, labelled, linked } from './view/element.ts'
export type { Subject } from './view/graph.ts'
