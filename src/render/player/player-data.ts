/** The JSON beside a picture, from which the player of a page starts. */
import type { Picture } from '../picture/picture.ts'
import type { ChangeOfSubject } from './explore/explorer.ts'
import type { Remark } from './explore/remarks.ts'

export interface PlayerData {
  readonly picture: Picture
  readonly remarks?: readonly Remark[]
  /** In a comparison; their SVGs are in templates with these ids. */
  readonly versions?: { readonly before: Picture; readonly after: Picture }
  readonly changes?: readonly ChangeOfSubject[]
}
