/** Maps the prefix of an icon to a set of Iconify, or to a part of one. */

/** Prefix and name, as Iconify allows them: no path can be made of them. */
const WORDS = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const MOST_LETTERS = 120

/** The icons of a provider are a part of a set: `aws:lambda` is `logos:aws-lambda`. */
interface Provider {
  readonly set: string
  /** The name in the script of an icon of the set; undefined for those of others. */
  readonly shortName: (name: string) => string | undefined
}

const cloudNative = new Set(
  'argocd envoy harbor helm istio k3s kubeflow kubernetes prometheus rancher'.split(' '),
)
const rest = (name: string, ...starts: readonly string[]): string | undefined => {
  const start = starts.find((one) => name.startsWith(one))
  return start === undefined ? undefined : name.slice(start.length)
}

/** A set that is named like a provider, such as a company's own `@iconify-json/aws`, is used instead. */
export const providers: ReadonlyMap<string, Provider> = new Map([
  [
    'aws',
    { set: 'logos', shortName: (name) => (name === 'aws' ? name : rest(name, 'aws-', 'amazon-')) },
  ],
  [
    'gcp',
    {
      set: 'logos',
      shortName: (name) => (name === 'google-cloud' ? 'gcp' : rest(name, 'google-cloud-')),
    },
  ],
  [
    'azure',
    {
      set: 'devicon',
      shortName: (name) => (name === 'azure' ? name : rest(name, 'azure-', 'azure')),
    },
  ],
  ['k8s', { set: 'devicon', shortName: (name) => (cloudNative.has(name) ? name : undefined) }],
] satisfies [string, Provider][])

export interface PackIcon {
  readonly prefix: string
  readonly name: string
}

/** Undefined for a name that no set can have. */
export function packIcon(icon: string): PackIcon | undefined {
  const [prefix = '', name = '', more] = icon.split(':')
  const isName =
    more === undefined && icon.length <= MOST_LETTERS && WORDS.test(prefix) && WORDS.test(name)
  return isName ? { prefix, name } : undefined
}

export const iconPackage = (set: string): string => `@iconify-json/${set}`
