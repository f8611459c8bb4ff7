/** `topo-cli/element`: defines `<topo-diagram>`. A second copy in a page changes nothing. */
import { TopoDiagram } from './topo-diagram.ts'

export { TopoDiagram }

if (globalThis.customElements && !customElements.get('topo-diagram'))
  customElements.define('topo-diagram', TopoDiagram)
