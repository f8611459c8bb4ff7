/** The words of the script language: methods that make elements, and their options. */

/** `createGroup` of a topology and `addGroup` of a group make an element of the kind `group`. */
export const CREATED = [
  'Group',
  'Cloud',
  'Database',
  'Client',
  'Actor',
  'Host',
  'VM',
  'Node',
  'DataCenter',
]
export const ADDED = ['Group', 'Cloud', 'Host', 'VM']

/** Options of elements, connections and scenarios, without the id. */
export const ELEMENT_OPTIONS = [
  'label',
  'state',
  'shape',
  'icon',
  'description',
  'layer',
  'x',
  'y',
  'width',
  'height',
  'color',
  'style',
  'replicas',
  'shardId',
  'shardRole',
  'external',
  'capacity',
]
export const CONNECTION_OPTIONS = ['type', 'protocol', 'label', 'port', 'layer']
export const SCENARIO_OPTIONS = ['layer']
/** Options whose value is an object. */
export const NESTED_OPTIONS: ReadonlySet<string> = new Set(['style', 'capacity'])

/** Steps of a flow with one value. */
export const STEPS = ['from', 'to', 'flashError', 'showMessage', 'showError']
/** Those whose value is a text for people, not an id. */
export const MESSAGES = ['showMessage', 'showError']
