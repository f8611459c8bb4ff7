/** Everything that a player is given: options, and the JSON beside a picture from which the player of a page starts. */

import type { Picture } from '../picture/picture.ts'
import type { DrawnElsewhere, ElsewhereByKey } from '../write/picture-set.ts'
import type { ChangeOfSubject } from './explore/explorer.ts'
import type { AddressKeeper } from './explore/player-address.ts'
import type { Remark } from './explore/remarks.ts'

export interface PlayerData {
  readonly picture: Picture
  readonly remarks?: readonly Remark[]
  /** In a comparison; their SVGs are in templates with these ids. */
  readonly versions?: { readonly before: Picture; readonly after: Picture }
  readonly changes?: readonly ChangeOfSubject[]
  /** By key of the node. */
  readonly elsewhere?: readonly (readonly [key: string, DrawnElsewhere])[]
}

export interface PlayerOptions {
  readonly remarks?: readonly Remark[]
  readonly changes?: readonly ChangeOfSubject[]
  readonly elsewhere?: ElsewhereByKey
  /** True if the page shows only the picture. */
  readonly whole: boolean
  /**
   * True in a page of somebody else: the player does not touch its keys, its print and its address.
   */
  readonly isGuest?: boolean
  readonly address: AddressKeeper
}
