/** `topo help plans`: saved plans, shards, and how to resolve conflicts. */
import type { Topic } from './topic.ts'

export const plansTopic: Topic = {
  name: 'plans',
  summary: 'Saved plans, shards, and how to resolve conflicts.',
  sections: [
    {
      title: 'A plan in a file',
      text: 'A plan does exactly what you reviewed. If a local file or a remote script of the plan has changed since, topo does nothing and exits 6. A plan for another service, project or format version is refused (exit 2). The plan lists deletions, and topo asks again before it deletes; --yes confirms.',
      code: ['topo push --plan-out push.plan.json', 'topo push --plan push.plan.json --yes'].join('\n'),
    },
    {
      title: 'Contents of a plan',
      text: 'One step per script: the hash of the local content (SHA-256), and the id and revision of the remote script (sha256: and its hash, where the service tells no revisions). It contains no source and no key. A step is create, update, adopt, unchanged, remote-ahead, conflict, skip, orphan or delete.',
      language: 'json',
      code: [
        '{',
        '  "format": "topo-push-plan",',
        '  "version": 1,',
        '  "service": "https://diagrams.example.com",',
        '  "steps": [',
        '    {',
        '      "action": "update",',
        '      "path": "diagrams/checkout.topology.js",',
        '      "slug": "checkout",',
        '      "reason": "changed locally",',
        '      "hash": "9f86d081…",',
        '      "id": "0f1e2d3c-4b5a-4678-8a9b-0c1d2e3f4a5b",',
        '      "revision": "2026-03-01T12:00:00.000Z",',
        '      "changed": ["code", "readme"]',
        '    }',
        '  ]',
        '}',
      ].join('\n'),
    },
    {
      title: 'Shards',
      text: 'With --shard, push, validate and status use one part of a large project, one for each job of a matrix. The slug decides the part: each script is in exactly one, and stays there when you add others. With --delete each part deletes its own.',
      code: 'topo push --shard 2/8',
    },
    {
      title: 'Conflicts',
      text: 'A conflict shows the last sync, the local and the remote version; "topo diff FILE" shows all of it. "topo pull --merge" merges changes that do not overlap: name, tags and other fields one by one, code and readme line by line. Overlapping changes are marked in the file with <<<<<<<, |||||||, ======= and >>>>>>>. A file with marks is not pushed.',
      code: ['topo diff diagrams/checkout.topology.js', 'topo pull checkout --merge'].join('\n'),
    },
  ],
}
