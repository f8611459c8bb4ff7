/** `topo-cli/element`: defines `<topo-diagram>` when it is imported. */

/** Draws the script in a `<script type="text/plain">` or a `<pre>` inside of it, or at the address in `src`. */
export class TopoDiagram extends HTMLElement {}

export interface TopoDiagramAttributes {
  /** Address of the script. */
  src?: string
  /** By default as the page around it. */
  theme?: 'auto' | 'light' | 'dark'
  /** Where connections lead. */
  direction?: 'down' | 'right' | 'up' | 'left'
  /** Id of a scenario: drawn as a sequence, or opened in the explorer. */
  scenario?: string
  format?: 'svg' | 'explorer'
}

declare global {
  interface HTMLElementTagNameMap {
    'topo-diagram': TopoDiagram
  }
}
