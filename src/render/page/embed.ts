/** A picture within a page: its drawing, its model, and the player that makes one move by the other. */
import { createHash } from 'node:crypto'
import { jsonText } from '../../text/ci-commands.ts'
import { drawing } from '../formats/svg.ts'
import { tag } from '../formats/xml.ts'
import type { Picture } from '../picture.ts'
import type { Remark } from '../player/remarks.ts'
import type { Theme } from '../theme.ts'
import { player } from './bundled.ts'

/** What the player finds in the page. */
export interface PlayerData {
  readonly picture: Picture
  readonly remarks: readonly Remark[]
}

/** Of the one script that may run: nothing else runs, and nothing is loaded. */
export const policy = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(player).digest('base64')}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`

/** @param whole the page is there for the picture alone */
export function embed(picture: Picture, theme: Theme, remarks: readonly Remark[], whole: boolean): string {
  const data: PlayerData = { picture, remarks }
  return [
    tag(
      'section',
      { class: whole ? 'player whole' : 'player', 'aria-label': 'Diagram' },
      drawing(picture, theme),
    ),
    // Data, not a program: a type that no browser runs. No text in it can end the element that it stands in.
    `<script type="application/json" id="picture">${jsonText(data, 0).replace(/</g, '\\u003c')}</script>`,
    `<script>${player}</script>`,
  ].join('\n')
}
