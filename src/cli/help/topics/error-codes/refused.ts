/** Error codes of a command that ran and failed: exit code 1. */
import type { ErrorCodeRows } from './row.ts'

export const refusedCodes: ErrorCodeRows = {
  TOPO_ANSWER_TOO_LARGE: [
    'A response of the service is larger or deeper than topo reads.',
    'Request a part of it, for example one page; a retry gets the same response.',
  ],
  TOPO_ANSWER_UNKNOWN: [
    'topo understood other answers of this address, but not this one: it lacks a value, or has another shape.',
    'Run "topo api" with the same path to see the answer; a proxy may have sent it.',
  ],
  TOPO_BATCH_FAILED: [
    'Some scripts of a run failed, for different reasons.',
    'Read the reason and the hint of each script; run the command again after a fix.',
  ],
  TOPO_BILLING_NOT_CONFIGURED: [
    'This deployment of the service has no billing.',
    'Use the other commands; they work without billing.',
  ],
  TOPO_BROWSER: [
    'An address that topo should open is not a web page.',
    'Check the address; topo only opens http:// and https://.',
  ],
  TOPO_CANNOT_LISTEN: [
    'The local service or the preview cannot open its port.',
    'Choose another port with --port, or 0 for any free port.',
  ],
  TOPO_COMMENT: [
    'topo cannot write its comment to the pull request, or its note to the merge request.',
    'Give the job the permission pull-requests: write and check the github-token input, or set TOPO_GITLAB_TOKEN on GitLab.',
  ],
  TOPO_DATA_DAMAGED: [
    'The data folder of the embedded service is damaged.',
    'Restore a copy of the folder, or move it away and start with an empty one.',
  ],
  TOPO_DATA_FORMAT: [
    'Another version of topo wrote the data folder of the embedded service.',
    'Use that version, or move the folder away and start with an empty one.',
  ],
  TOPO_DATA_NO_LOCK: [
    'The embedded service cannot lock its data folder, because the file system does not support sockets.',
    'Choose a folder on a local disk, with --data or TOPO_LOCAL_DATA.',
  ],
  TOPO_DATA_NOT_WRITTEN: [
    'The embedded service cannot write its data folder, or the folder was removed, so nothing was changed.',
    'Free disk space, grant write access or put the folder back, then try again.',
  ],
  TOPO_DIAGRAM_INVALID: [
    'A diagram of another tool cannot be read at the named line.',
    'Open it in that tool, correct the line, and run the command again.',
  ],
  TOPO_DRAFT_LEFT: [
    'A draft that topo created for a check may still be on the service.',
    'Delete the draft with "topo script delete".',
    ['auth', 'conflict', 'quota', 'temporary', 'interrupted'],
  ],
  TOPO_FIELDS_KEPT: [
    'The service accepted a change of a script, but a field still has its value from before.',
    'Try again later, or take the change back in the file if the service cannot change that field.',
  ],
  TOPO_FILE: [
    'The operating system refused to read or write a file.',
    'Check the path, its permissions and the free disk space.',
  ],
  TOPO_FORBIDDEN: [
    'This account is not permitted to do that, or the script belongs to another user.',
    'Run "topo whoami" to see which key is used.',
  ],
  TOPO_GATED: [
    'This account may not read the code of the script.',
    'Buy the bundle that the message names, or ask the owner of the script for access.',
  ],
  TOPO_GIT: [
    'git failed, refuses to read the repository, or has a setting that topo cannot switch off.',
    'Do what the message of git, or the hint, says. "topo doctor" checks git.',
    ['usage'],
  ],
  TOPO_ID_COMPUTED: [
    'A script computes the id, so it has no word to rename.',
    'Rename it by hand at the place that the message names.',
  ],
  TOPO_ID_TAKEN: [
    'A diagram that draws the node has another one with the new id.',
    'Choose another id; the message names the place of that node.',
  ],
  TOPO_ID_UNKNOWN: [
    'No script of the project draws a node or group with this id.',
    'Run "topo query" with a pattern to find it.',
  ],
  TOPO_IMPORT_INVALID: [
    'Some rows of the import are invalid, so nothing was imported.',
    'Fix the rows, or import the others with --continue-on-error.',
  ],
  TOPO_INVALID: [
    'A script has findings, so it was not sent, compared or overwritten.',
    'Run "topo validate" to see each finding with its line.',
    ['ok'],
  ],
  TOPO_NAME_TAKEN: [
    'A pull cannot create a file, because another file has its name.',
    'Rename that file, or pull into another folder.',
  ],
  TOPO_NOT_AT_REVISION: [
    'The file does not exist at this git revision.',
    'If the file was renamed, name both files to compare them.',
  ],
  TOPO_MARKDOWN_BLOCK: [
    'A block in a Markdown file has no end, is malformed, or names no script of the project.',
    'Correct the line that the message names.',
  ],
  TOPO_NOT_DRAWN: [
    'The script cannot be drawn: it does not run, has another type, or has no such scenario.',
    'Run "topo validate" to see why, or choose a scenario that the message names.',
  ],
  TOPO_NOT_FOUND: [
    'The service has no such script, user or resource, or it is private to another user.',
    'Check the name; "topo list" lists your scripts.',
  ],
  TOPO_NOT_OFFERED: [
    'This deployment of the service does not support the feature.',
    'Use the other commands; the feature is optional.',
  ],
  TOPO_NOT_PUBLIC: [
    'The script is private, so it has no public address.',
    'Run "topo publish" to make it public.',
  ],
  TOPO_NOT_SET: [
    'The setting has no value.',
    'Run "topo config list" to see the settings with a value.',
  ],
  TOPO_NOT_TEXT: [
    'A script on the service contains half characters, which a file cannot store.',
    'Fix the script on the service, then pull again.',
  ],
  TOPO_LIST_INCOMPLETE: [
    'The service listed fewer scripts than it promised, so the missing ones would look deleted.',
    'Run the command again; if it fails again, run "topo doctor --service".',
  ],
  TOPO_NOT_THE_SERVICE: [
    'The address answered, but not like the API of the service.',
    'Check that the base URL is the address of the API, not of the web app or a proxy.',
  ],
  TOPO_NOT_WATCHED: [
    'The operating system cannot watch the files.',
    'Add --poll to poll the disk instead.',
  ],
  TOPO_NOT_VISIBLE: [
    'The service accepted a new script, but does not show it yet.',
    'Run the same command again later: it finds the script by its slug.',
  ],
  TOPO_ORDERED_WITHOUT_CONSENT: [
    'The service ordered a plan although nobody agreed to its charges.',
    'Run "topo billing cancel" to cancel it, and report this to the operators.',
  ],
  TOPO_OTHER_USER: [
    'Another user synced the script, and this key does not see it.',
    'Use the key that synced it, or copy the file and give the copy another slug.',
  ],
  TOPO_OUTSIDE_PROJECT: [
    'A symbolic link leads out of the folder, so topo does not use it.',
    'Replace the link with a copy, then retry.',
  ],
  TOPO_PICTURE_TOO_LARGE: [
    'The diagram or the picture is larger than topo draws.',
    'Split the diagram, draw only some layers with --layer, or use a smaller --scale.',
    ['usage'],
  ],
  TOPO_PORT_IN_USE: [
    'Another program already uses the port.',
    'Choose another port with --port, or 0 for any free port.',
  ],
  TOPO_PROMO_REJECTED: [
    'The service does not accept the promo code, so nothing was ordered.',
    'Omit --promo, or check another code with "topo billing promo".',
  ],
  TOPO_READ_FAILED: [
    'A file cannot be read.',
    'Check that it exists and that you have permission to read it.',
    ['usage'],
  ],
  TOPO_REDIRECTED: [
    'The service redirects to another address, and topo never sends the key there.',
    'If the service has moved, change the base URL.',
  ],
  TOPO_REFUSED: [
    'The service refused the request.',
    'Read the message; it contains the reason that the service gave.',
  ],
  TOPO_REJECTED: [
    'The service validated the script and rejected it.',
    'Fix the errors that the message lists; "topo validate" finds most of them before a push.',
  ],
  TOPO_REVIEW_INVALID: [
    'The review folder does not contain a review that the Action wrote.',
    'Check the workflow run that uploaded it; nothing was commented.',
  ],
  TOPO_SLUG_KEPT: [
    'The service changed a script, but not its slug: it cannot change slugs.',
    'Set "slug" between /*--- and ---*/ to the old one, or create the script again without comments and stars.',
  ],
  TOPO_TLS: [
    'The certificate of the service is not trusted, or the server does not use TLS.',
    'Check the base URL; behind a proxy, set NODE_EXTRA_CA_CERTS to the certificate of the proxy.',
  ],
  TOPO_TOO_LARGE: [
    'The script exceeds the size limit of this account.',
    'Split the script, or upgrade to a larger tier.',
  ],
  TOPO_UNSAFE_SLUG: [
    'The slug of a script on the service cannot be a file name.',
    'Change the slug on the service to lower-case letters, digits and hyphens, then pull again.',
  ],
  TOPO_WRITE_FAILED: [
    'A file cannot be written.',
    'Check that the folder exists and is writable, and that the disk has free space.',
  ],
}
