/** Embeds a picture in a page: SVG, model and player. */
import { jsonText } from '../../text/safe/ci-commands.ts'
import { tag } from '../../text/safe/for-xml.ts'
import { withoutArt } from '../picture/icon-art.ts'
import type { Theme } from '../picture/look/theme.ts'
import type { PlayerData } from '../player/player-data.ts'
import { drawing } from '../write/formats/svg.ts'
import { type PageScript, player } from './bundled.ts'

/** Content security policy: only this script may run, identified by its hash, and nothing is loaded. */
export const policyFor = ({ hash }: PageScript): string =>
  `default-src 'none'; img-src data:; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`

export const policy = policyFor(player)

/** @param whole true if the page shows only the picture */
export function embed(data: PlayerData, theme: Theme, whole: boolean): string {
  return [
    tag(
      'section',
      { class: whole ? 'player whole' : 'player', 'aria-label': 'Diagram' },
      drawing(data.picture, theme),
    ),
    dataElement('picture', { ...data, picture: withoutArt(data.picture) }),
    `<script>${player.text}</script>`,
  ].join('\n')
}

/** Browsers do not run this type. Escaped, so that no text can close the element. */
export const dataElement = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${jsonText(data, 0).replace(/</g, '\\u003c')}</script>`
