/** `topo help glossary`: the words of topo and of the service, as data. */
import type { Topic } from './topic.ts'

/** By group and term, a sentence each. */
const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Scripts: {
    script: 'The source of one diagram: a file of the project, or its copy on the service.',
    diagram: 'The picture that a script draws.',
    topology: 'The nodes, groups, connections and flows that a script creates when it runs.',
    flow: 'The animation of a diagram: scenarios whose steps follow its connections.',
    header: 'The first comment of a script, with its metadata as YAML; it is never sent.',
    slug: 'The unique name of a script on the service, by default from its file name.',
    project: 'The folder with topo.config.json or .git, and all scripts below it.',
  },
  Sync: {
    local: 'On this machine, in the files of the project.',
    remote: 'On the service.',
    push: 'Send local changes to the service.',
    pull: 'Write remote changes into local files.',
    revision: 'The version of a remote script, or with --git a commit.',
    'sync record': 'The entry of a script in .topo/state.json: its revision and content at the last sync.',
    base: 'The content of a script at the last sync, with which a merge compares both sides.',
    'local-ahead': 'The local script has changed since the last sync, and the remote one has not.',
    'remote-ahead': 'The remote script has changed since the last sync, and the local one has not.',
    conflict: 'Both sides have changed since the last sync, or differ without one.',
    plan: 'The steps of a push, one for each script; --plan-out saves it to a file.',
    shard: 'One part of a project, for one job of a CI matrix.',
  },
  'Who can see a script': {
    publish: 'Make a script public, so that everybody can see it; unpublish makes it private.',
    share: 'Create a share URL, with which anyone can see a script, even a private one.',
    draft: 'A private script that topo creates for a review or a check and deletes afterwards.',
    gate: 'The check of the service that hides the code of premium scripts from other accounts.',
  },
  Validation: {
    finding: 'One problem that validation reports, with its place and a fix.',
    rule: 'One check of the validator; the rules of the service cannot be turned off.',
    severity: 'How serious a finding is: error, warning or hint.',
    suppression: 'A comment in a script that silences one finding and gives a reason.',
    baseline: 'A file with existing findings, so that validation reports only new ones.',
  },
  'The layout of pictures': {
    unit: 'A frame whose content is in rows, laid out together with the frames in it; elsewhere a subgraph.',
    slot: 'A place in a row: a box, a frame or a lane; elsewhere a position.',
    wire: 'A connection in a unit, as pieces from row to row.',
    lane: 'The slot of a wire in a row that it passes; elsewhere a dummy node.',
    gutter: 'The space between two rows, where wires change their column; elsewhere a channel.',
  },
  Accounts: {
    service: 'The server that stores scripts, reached by its base URL.',
    profile: 'A login on this machine: the base URL and the API key of an account, under a name.',
    'public profile': 'The page of a user on the service, with what everybody may know.',
    workspace: 'A group of users who own scripts together.',
    collection: 'A private folder of scripts on the service.',
    bundle: 'A set of premium scripts that an account buys once.',
    tier: 'The level of an account, which sets its limits and quotas.',
    quota: 'How often an account may do something in a window of time, such as publish per day.',
  },
  'The embedded service': {
    'embedded service':
      'The service inside topo, for trying and testing; "topo mock start" opens it on a port.',
    'local service': 'The embedded service inside one command, chosen with --local.',
    fault: 'A failure that the embedded service imitates on demand, such as a lost response.',
    fixtures: 'A saved state with which the embedded service starts.',
  },
}

/** Other words for a term, which topo does not use. */
const avoided: Readonly<Record<string, readonly string[]>> = {
  push: ['upload scripts'],
  pull: ['download scripts'],
  'sync record': ['sync state'],
  share: ['share address', 'share link'],
  'embedded service': ['mock service', 'mock server', 'fake service'],
}

export const glossary = Object.entries(groups).map(([title, terms]) => ({
  title,
  terms: Object.entries(terms).map(([term, meaning]) => ({ term, meaning, avoid: avoided[term] })),
}))

export const glossaryTopic: Topic = {
  name: 'glossary',
  summary: 'The words of topo and of the service.',
  sections: glossary.map(({ title, terms }) => ({
    title,
    rows: terms.map(({ term, meaning }) => [term, meaning] as const),
  })),
}
