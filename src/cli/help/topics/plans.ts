/** `topo help plans`: what a saved plan holds, and how conflicts are looked at and resolved. */
import type { Topic } from './topic.ts'

export const plansTopic: Topic = {
  name: 'plans',
  summary: 'Plans in files, shards, and what to do about conflicts.',
  sections: [
    {
      title: 'A plan in a file',
      text: 'What is looked at in a review is what is done after it. Where a file of the plan or its script on the service has changed in between, nothing at all is done, and the exit code is 6. A plan for another service, project or version of the format is refused with 2. Deletions are listed in it, and asked about once more when it is carried out; --yes agrees.',
      code: ['topo push --plan-out push.plan.json', 'topo push --plan push.plan.json --yes'].join('\n'),
    },
    {
      title: 'What it holds',
      text: 'One step per script: the hash of the content here (SHA-256), and id and revision of the script on the service. No script and no key. A step is create, update, adopt, unchanged, remote-ahead, conflict, skip, orphan or delete.',
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
        '      "reason": "changed here",',
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
      text: 'push, validate and status take one part of a large project with --shard, one for each job of a matrix. The slug decides: the parts are together the whole, no script is in two, and none moves when others are added. With --delete each deletes its own.',
      code: 'topo push --shard 2/8',
    },
    {
      title: 'Conflicts',
      text: 'A conflict shows what was at the last sync, what is here and what is on the service; "topo script diff FILE" shows all of it. "topo pull --merge" brings together what does not overlap: name, tags and so on field by field, code and readme line by line. What overlaps is marked in the file with <<<<<<<, |||||||, ======= and >>>>>>>, and a file with marks is not pushed.',
      code: ['topo script diff diagrams/checkout.topology.js', 'topo pull checkout --merge'].join('\n'),
    },
  ],
}
