/** Finds the icons of packs in a topology: `aws:lambda`, but no address such as `https://example.com/icon.svg`. */
import type { Topology } from '../topology/index.ts'

const addresses = /^(?:https?|data|blob|file|javascript):/i

const isPackIcon = (icon: string): boolean =>
  /^[\w -]{1,60}:[^/]/.test(icon) && !addresses.test(icon) && icon.length <= 200

/** In the order of their first use. */
export function packIconsOf({ nodes }: Topology): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { icon } of nodes) if (icon !== undefined && isPackIcon(icon)) found.add(icon)
  return found
}
