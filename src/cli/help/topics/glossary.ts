/** `topo help glossary`: the words of topo and of the service, as data. */
import type { Topic } from './topic.ts'

export interface Term {
  readonly term: string
  /** One sentence. */
  readonly meaning: string
  /** Other words for it, which topo does not use. */
  readonly avoid?: readonly string[]
}

export interface TermGroup {
  readonly title: string
  readonly terms: readonly Term[]
}

export const glossary: readonly TermGroup[] = [
  {
    title: 'Scripts',
    terms: [
      {
        term: 'script',
        meaning: 'The source of one diagram: a file of the project, or its copy on the service.',
      },
      { term: 'diagram', meaning: 'The picture that a script draws.' },
      {
        term: 'topology',
        meaning: 'The nodes, groups, connections and flows that a script creates when it runs.',
      },
      { term: 'flow', meaning: 'The animation of a diagram: scenarios whose steps follow its connections.' },
      {
        term: 'header',
        meaning: 'The first comment of a script, with its metadata as YAML; it is never sent.',
      },
      { term: 'slug', meaning: 'The unique name of a script on the service, by default from its file name.' },
      { term: 'project', meaning: 'The folder with topo.config.json or .git, and all scripts below it.' },
    ],
  },
  {
    title: 'Sync',
    terms: [
      { term: 'local', meaning: 'On this machine, in the files of the project.' },
      { term: 'remote', meaning: 'On the service.' },
      { term: 'push', meaning: 'Send local changes to the service.', avoid: ['upload scripts'] },
      { term: 'pull', meaning: 'Write remote changes into local files.', avoid: ['download scripts'] },
      { term: 'revision', meaning: 'The version of a remote script, or with --git a commit.' },
      {
        term: 'sync record',
        meaning: 'The entry of a script in .topo/state.json: its revision and content at the last sync.',
        avoid: ['sync state'],
      },
      {
        term: 'base',
        meaning: 'The content of a script at the last sync, with which a merge compares both sides.',
      },
      {
        term: 'local-ahead',
        meaning: 'The local script has changed since the last sync, and the remote one has not.',
      },
      {
        term: 'remote-ahead',
        meaning: 'The remote script has changed since the last sync, and the local one has not.',
      },
      {
        term: 'conflict',
        meaning: 'Both sides have changed since the last sync; in "topo status" the state is diverged.',
      },
      { term: 'plan', meaning: 'The steps of a push, one for each script; --plan-out saves it to a file.' },
      { term: 'shard', meaning: 'One part of a project, for one job of a CI matrix.' },
    ],
  },
  {
    title: 'Who can see a script',
    terms: [
      {
        term: 'publish',
        meaning: 'Make a script public, so that everybody can see it; unpublish makes it private.',
      },
      {
        term: 'share',
        meaning: 'Create a share URL, with which anyone can see a script, even a private one.',
        avoid: ['share address', 'share link'],
      },
      {
        term: 'draft',
        meaning: 'A private script that topo creates for a review or a check and deletes afterwards.',
      },
      {
        term: 'gate',
        meaning: 'The check of the service that hides the code of premium scripts from other accounts.',
      },
    ],
  },
  {
    title: 'Validation',
    terms: [
      { term: 'finding', meaning: 'One problem that validation reports, with its place and a fix.' },
      { term: 'rule', meaning: 'One check of the validator; the rules of the service cannot be turned off.' },
      { term: 'severity', meaning: 'How serious a finding is: error, warning or hint.' },
      { term: 'suppression', meaning: 'A comment in a script that silences one finding and gives a reason.' },
      {
        term: 'baseline',
        meaning: 'A file with existing findings, so that validation reports only new ones.',
      },
    ],
  },
  {
    title: 'The layout of pictures',
    terms: [
      {
        term: 'unit',
        meaning:
          'A frame whose content is in rows, laid out together with the frames in it; elsewhere a subgraph.',
      },
      { term: 'slot', meaning: 'A place in a row: a box, a frame or a lane; elsewhere a position.' },
      { term: 'wire', meaning: 'A connection in a unit, as pieces from row to row.' },
      {
        term: 'lane',
        meaning: 'The slot of a wire in a row that it passes; elsewhere a dummy node.',
      },
      {
        term: 'gutter',
        meaning: 'The space between two rows, where wires change their column; elsewhere a channel.',
      },
    ],
  },
  {
    title: 'Accounts',
    terms: [
      { term: 'service', meaning: 'The server that stores scripts, reached by its base URL.' },
      {
        term: 'profile',
        meaning: 'A login on this machine: the base URL and the API key of an account, under a name.',
      },
      { term: 'public profile', meaning: 'The page of a user on the service, with what everybody may know.' },
      { term: 'workspace', meaning: 'A group of users who own scripts together.' },
      { term: 'collection', meaning: 'A private folder of scripts on the service.' },
      { term: 'bundle', meaning: 'A set of premium scripts that an account buys once.' },
      { term: 'tier', meaning: 'The level of an account, which sets its limits and quotas.' },
      {
        term: 'quota',
        meaning: 'How often an account may do something in a window of time, such as publish per day.',
      },
    ],
  },
  {
    title: 'The embedded service',
    terms: [
      {
        term: 'embedded service',
        meaning: 'The service inside topo, for trying and testing; "topo mock start" opens it on a port.',
        avoid: ['mock service', 'mock server', 'fake service'],
      },
      { term: 'local service', meaning: 'The embedded service inside one command, chosen with --local.' },
      {
        term: 'fault',
        meaning: 'A failure that the embedded service imitates on demand, such as a lost response.',
      },
      { term: 'fixtures', meaning: 'A saved state with which the embedded service starts.' },
    ],
  },
]

export const glossaryTopic: Topic = {
  name: 'glossary',
  summary: 'The words of topo and of the service.',
  sections: glossary.map(({ title, terms }) => ({
    title,
    rows: terms.map(({ term, meaning }) => [term, meaning] as const),
  })),
}
