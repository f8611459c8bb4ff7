/** Error codes, longer because it has one row for each: the meaning, the next step and the exit codes, as data. */
import { ExitCode } from '../../../errors.ts'
import { issuesUrl } from '../../io/repository.ts'

type Row = readonly [meaning: string, fix: string, alsoExits?: readonly (keyof typeof ExitCode)[]]

/** By the usual exit code; a row names further exit codes. `test/cli/help/error-codes.test.ts` compares the sources. */
const rows: Partial<Record<keyof typeof ExitCode, Readonly<Record<string, Row>>>> = {
  refused: {
    TOPO_ANSWER_TOO_LARGE: [
      'A response of the service is larger or deeper than topo reads.',
      'Request a part of it, for example one page; a retry gets the same response.',
    ],
    TOPO_ANSWER_UNKNOWN: [
      'topo understood other answers of this address, but not this one: HTML or another shape.',
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
    TOPO_CONSENT_DECLINED: [
      'You declined the recurring charges, so nothing was ordered.',
      'Run the command again if you want to accept them.',
    ],
    TOPO_CONSENT_MISSING: [
      'The service requires consent to recurring charges, so nothing was ordered.',
      'Add --accept-recurring, and --policy-version with the current version of the policy.',
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
    TOPO_DATA_NOT_READ: [
      'The embedded service cannot read its data folder.',
      'Grant read access to the folder, or choose another one.',
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
      'git failed, or refuses to read the repository.',
      'Do what the message of git says. "topo doctor" checks git.',
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
    TOPO_INVALID_SCRIPT: [
      'A script has errors, so it cannot be drawn.',
      'Run "topo validate" to see each error with its line.',
    ],
    TOPO_NAME_TAKEN: [
      'A pull cannot create a file, because another file has its name.',
      'Rename that file, or pull into another folder.',
    ],
    TOPO_NOT_AT_REVISION: [
      'The file does not exist at this git revision.',
      'If the file was renamed, name both files to compare them.',
    ],
    TOPO_NOT_A_SCRIPT_ANSWER: [
      'The service answered, but not with a script.',
      'Run "topo api" with the same path to see the answer.',
    ],
    TOPO_MARKDOWN_BLOCK: [
      'A block in a Markdown file has no end, is malformed, or names no script of the project.',
      'Correct the line that the message names.',
    ],
    TOPO_NO_SCENARIO: [
      'The diagram has no such scenario, or not exactly one for a Mermaid file.',
      'Choose a scenario that the message names with --scenario.',
    ],
    TOPO_NOT_A_TOPOLOGY: [
      'The script has another type, so it cannot be drawn.',
      'Draw only scripts of type "topology".',
    ],
    TOPO_NOT_DRAWN: [
      'A picture needs a script that runs, but this one does not.',
      'Run "topo validate" to see why.',
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
    TOPO_NO_CHECKOUT: [
      'The service created a payment but gave no way to pay.',
      'Continue in the web app; "topo billing show" shows the payment.',
    ],
    TOPO_NO_SHARE_TOKEN: [
      'The service shared the script but returned no address.',
      'Look in the web app, or revoke the address with "topo script unshare".',
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
  },
  usage: {
    TOPO_ACCOUNT_NOT_PROVED: [
      'Nothing proves that the key belongs to the account to delete, so nothing was deleted.',
      'Confirm with the masked key, or with the slug of one of its scripts.',
    ],
    TOPO_ADDRESS_UNCONFIRMED: [
      'Only topo.config.json names the address, so topo sends no key there, and does not use it as the web app.',
      'If it is yours, set TOPO_BASE_URL or TOPO_WEB_URL, as the message says.',
    ],
    TOPO_AMBIGUOUS_COLLECTION: [
      'Several collections have this name.',
      'Name the collection by its id; the hint lists the ids.',
    ],
    TOPO_API_REQUEST: [
      'The arguments of "topo api" do not make a request.',
      'Correct the method, the path, the fields or the body that the message names.',
    ],
    TOPO_ARGUMENTS: [
      'An assistant called a tool of "topo mcp" with invalid arguments.',
      'Call the tool again with the arguments that its description lists.',
    ],
    TOPO_BASELINE_INVALID: [
      'The file is not a baseline of topo.',
      'Restore it, or create another one with "topo validate --write-baseline FILE".',
    ],
    TOPO_BASE_URL_INVALID: [
      'The base URL, or the address of the web app, is not valid.',
      'Set a URL such as https://diagrams.example.com, or add --local.',
    ],
    TOPO_CLIENT_CONFIG: [
      'The configuration file of an assistant or an editor is not valid, so nothing was written.',
      'Fix the file, then run "topo init" again.',
    ],
    TOPO_COMMAND_NOT_FOUND: [
      'The command after -- could not be started.',
      'Check its name; the words after -- are the command and its arguments.',
    ],
    TOPO_COMMAND_WORDS: [
      'A batch file cannot be given a word with a line break.',
      'Leave out the line break, or name the program that the batch file starts.',
    ],
    TOPO_CONFIG_INVALID: [
      'The file topo.config.json has an invalid value, an unknown key, or a pattern that leaves the project.',
      'Correct the place that the message names.',
    ],
    TOPO_DIFF_SIDES: [
      'A comparison needs two sides, and one is missing or of the wrong kind.',
      'Name a second script, or one local file and a revision with --git.',
    ],
    TOPO_DRAFTS: [
      'The name for drafts is not valid.',
      'Use lower-case letters, digits and hyphens, such as pr-7.',
    ],
    TOPO_DUPLICATE_SLUG: [
      'Several files have the slug that a command names.',
      'Name the file, or give each file a different slug.',
    ],
    TOPO_EDITOR_UNKNOWN: [
      'The preview does not know this editor.',
      'Use a name that the hint lists, or an address with {file}, {line} and {column}.',
    ],
    TOPO_EMPTY_COMMENT: [
      'The comment has no text.',
      'Give the text in quotes, or - to read it from standard input.',
    ],
    TOPO_FILE_EXISTS: [
      'The file or folder already exists with other content.',
      'Choose another name, or add --force to overwrite it.',
    ],
    TOPO_FIXTURES: [
      'The fixtures are not a saved state of the embedded service.',
      'Use a file saved from GET /__mock/state, or "none".',
    ],
    TOPO_FLAGS_LOST: [
      'npm did not pass a flag on to topo.',
      'Put two dashes before the arguments of topo: npm run NAME -- push --json.',
    ],
    TOPO_FOLDER_LINK: [
      'The .topo folder, or a name in it, is a symbolic link or a file.',
      'Remove it; topo stores its state and backups in a real folder.',
    ],
    TOPO_GIT_SETTING: [
      'A setting of git names a program, and topo cannot switch it off.',
      'Rename it, so that its name has no equals sign; "git config --list --show-origin" shows its file.',
    ],
    TOPO_HEADER_INVALID: [
      'A header of TOPO_HEADERS, TOPO_KEY_HEADER, a profile or a flag cannot be sent.',
      'Write one "Name: value" per line, without headers that topo or the connection sets.',
    ],
    TOPO_IGNORE_INVALID: [
      'The file .topoignore cannot be read as patterns, or is a link out of the repository.',
      'Make it a UTF-8 text file of .gitignore patterns, or add --no-ignore.',
    ],
    TOPO_INPUT: [
      'An input of the Action has an invalid value.',
      'Correct the input that the message names in the workflow.',
    ],
    TOPO_INPUT_TOO_LARGE: [
      'A file, the standard input or the output of a command exceeds a limit of topo.',
      'Split the input, or follow the hint.',
    ],
    TOPO_INVALID_BUILD: [
      'A commit, branch, pull request or actor of the build is not valid.',
      'Correct the flag or the variable that the message names.',
    ],
    TOPO_KEY_FILE: [
      'The file that TOPO_API_KEY_FILE names cannot be read.',
      'Correct the path, or unset the variable.',
    ],
    TOPO_KEY_INVALID: [
      'The value cannot be an API key, so it is not sent; the message says what it is.',
      'Copy the key again; a key is one word that starts with "ca_".',
    ],
    TOPO_LOCAL_LOGIN: [
      'The local service needs no login.',
      'Add --local to any command; it acts as alice.',
    ],
    TOPO_MISSING_INPUT: [
      'A value is missing, and topo cannot prompt without a terminal.',
      'Give the argument or the flag that the hint names.',
    ],
    TOPO_MOCK_INPUT: [
      'A fault or a setting of the embedded service is not valid.',
      'Correct the value that the message names.',
    ],
    TOPO_NEEDS_CONFIRMATION: [
      'The command needs a confirmation, and topo cannot prompt without a terminal.',
      'Add --yes; to delete an account, add --confirm NAME instead.',
    ],
    TOPO_NEEDS_CONSENT: [
      'A subscription has recurring charges and needs consent, so nothing was ordered.',
      'Read the policy, then add --accept-recurring and --policy-version.',
    ],
    TOPO_NOT_A_SCRIPT: [
      'The argument does not name a script.',
      'Name the script by its file, slug, id or web address.',
    ],
    TOPO_NOT_UTF8: [
      'A file or standard input is not UTF-8 text, such as UTF-16 of PowerShell.',
      'Save the file as UTF-8, or convert it with iconv -t UTF-8.',
    ],
    TOPO_NO_BASELINE: [
      'The baseline file does not exist or cannot be read.',
      'Create it with "topo validate --write-baseline FILE".',
    ],
    TOPO_NO_DIAGRAM: [
      'The file has no diagram that topo converts.',
      'Name a file of Mermaid, Compose or Structurizr; --from names the language.',
    ],
    TOPO_NO_FILES: [
      'No script matches the arguments.',
      'Check the path; topo finds files named <slug>.topology.js or .ts.',
    ],
    TOPO_NO_FOLDER: [
      'The folder to work in does not exist.',
      'Check its path; topo does not use a folder above it instead.',
    ],
    TOPO_NO_GIT: [
      'The command needs git and a repository.',
      'Install git and run topo inside a clone, or name the files. "topo doctor" checks git.',
    ],
    TOPO_NO_JSON: [
      '--fields selects fields of the JSON, but no JSON is printed.',
      'Add --json or --output-file.',
    ],
    TOPO_NO_KEY: [
      'The user of the embedded service has no valid key.',
      'Choose another user with --as, or give --fixtures with a key for this user.',
    ],
    TOPO_NO_ROWS: [
      'The source contains nothing to import.',
      'Write one row for each script: slug,name,code.',
    ],
    TOPO_NO_SERVICE: [
      'No service is configured.',
      'Run "topo login", set TOPO_BASE_URL, or add --local.',
    ],
    TOPO_NO_SLUG: [
      'The name has no Latin letter or digit, so no slug can be made from it.',
      'Add a slug, like --slug order-pipeline.',
    ],
    TOPO_NO_SOURCE: [
      'The file or folder to import or convert does not exist.',
      'Name a file or folder that exists, or - for standard input.',
    ],
    TOPO_NO_WEB_URL: [
      'The address of the web app is unknown.',
      'Set TOPO_WEB_URL, or "webUrl" in topo.config.json.',
    ],
    TOPO_OTHER_ACCOUNT: [
      'The key belongs to another account than the one to delete, so nothing was deleted.',
      'Run "topo account delete --dry-run" to see the account of this key.',
    ],
    TOPO_OUTPUT: [
      'The pictures cannot be written to this output.',
      'Name a folder for several pictures, and a file or a pipe for PNG.',
    ],
    TOPO_PACKAGE_MISSING: [
      'A binary that topo needs was not installed for this machine.',
      'Install topo again on this machine, with its optional dependencies.',
    ],
    TOPO_PLAN_ALONE: [
      'A saved plan names its scripts, so no others can be named.',
      'Name the scripts when you save the plan with --plan-out.',
    ],
    TOPO_PLAN_INVALID: [
      'The file is not a plan of topo, cannot be read, or has a file outside of the project.',
      'Create another plan with --plan-out.',
    ],
    TOPO_PLAN_IN_THE_WAY: [
      'The file for the plan exists and is not a plan, so it was not overwritten.',
      'Choose another file name for the plan.',
    ],
    TOPO_PLAN_OTHER_PROJECT: [
      'None of the files of the plan is in this project.',
      'Run the command in the project that created the plan.',
    ],
    TOPO_PLAN_OTHER_SERVICE: [
      'The plan is for another service.',
      'Use the service that the plan names, or create another plan.',
    ],
    TOPO_PLAN_VERSION: [
      'Another version of topo wrote the plan, in a format that this one cannot read.',
      'Create the plan again with this version.',
    ],
    TOPO_PROFILES_DAMAGED: [
      'The file with the profiles (logins on this machine) cannot be read.',
      'Fix the file or delete it, then run "topo login" again.',
    ],
    TOPO_PROFILE_ELSEWHERE: [
      'The key of the profile is for another address, and topo never sends it elsewhere.',
      'Remove --profile, or run "topo login" for that address.',
    ],
    TOPO_PROXY_INVALID: [
      'The value of HTTPS_PROXY, HTTP_PROXY or ALL_PROXY is not the address of a proxy.',
      'Write the variable that the message names like http://proxy.example.com:3128, or unset it.',
    ],
    TOPO_READ_ONLY: [
      'The tool changes diagrams on the service, but this server is read-only.',
      'Start the server with "topo mcp --allow-writes" or TOPO_MCP_WRITES=1 to allow it.',
    ],
    TOPO_REASON_LENGTH: [
      'The reason of the report is too short or too long for the service.',
      'Describe the problem in a length that the message names.',
    ],
    TOPO_REQUEST_INVALID: [
      'A value does not fit the API of the service, so nothing was sent.',
      'Correct the value that the message names.',
    ],
    TOPO_SETTING_NEEDED: [
      'A profile cannot lose its base URL.',
      'Run "topo logout" to delete the whole profile.',
    ],
    TOPO_SHARD: [
      'The value of --shard is not valid.',
      'Write it like 2/8: the second of eight parts.',
    ],
    TOPO_STATE_CORRUPT: [
      'The file with the sync records, .topo/state.json, cannot be read, or is a symbolic link.',
      'Delete it; topo then compares with the service again.',
    ],
    TOPO_STDIN_TERMINAL: [
      'The command reads standard input, but that is a terminal.',
      'Pipe the text in, for example with < FILE.',
    ],
    TOPO_UNKNOWN_COLLECTION: [
      'You have no collection with this name.',
      'Run "topo collections list" to see your collections.',
    ],
    TOPO_UNKNOWN_COMMAND: [
      'topo has no such command or help topic.',
      'Run "topo --help" to see all commands and topics.',
    ],
    TOPO_UNKNOWN_FIELD: [
      'The JSON of the command has no field with this name.',
      'Use a field that the message lists; "topo help COMMAND" lists them too.',
    ],
    TOPO_UNKNOWN_PROFILE: [
      'No profile (login on this machine) has this name.',
      'Create it with "topo login --profile NAME".',
    ],
    TOPO_UNKNOWN_REVISION: [
      'git does not know the revision.',
      'Give a branch, a tag or a commit; in CI, fetch it first.',
    ],
    TOPO_UNKNOWN_TARGET: [
      'The script has no node or edge with this id, so a comment cannot refer to it.',
      'Check the id in the code of the script.',
    ],
    TOPO_UNKNOWN_TOOL: [
      'An assistant called a tool that "topo mcp" does not have.',
      'Call one of the tools that the hint lists.',
    ],
    TOPO_UNKNOWN_USER: [
      'The service has no user with this name.',
      'Check the user name; the web app shows it on the public profile.',
    ],
    TOPO_UNKNOWN_WORKSPACE: [
      'You have no workspace with this name, or several.',
      'Run "topo workspaces list --json" to see their ids.',
    ],
    TOPO_USAGE: [
      'A flag, an argument or a value is not valid.',
      'Run the command with --help to see what it accepts.',
    ],
  },
  auth: {
    TOPO_KEY_COMMAND: [
      'The command that prints the API key (apiKeyCommand) failed.',
      'Run it by hand to see the error; "topo config set apiKeyCommand COMMAND" changes it.',
    ],
    TOPO_NOT_LOGGED_IN: [
      'topo has no API key for this service.',
      'Run "topo login", or set TOPO_API_KEY in a pipeline.',
    ],
    TOPO_UNAUTHORIZED: [
      'The service rejected the API key: it is missing, unknown or revoked.',
      'Run "topo login" with another key, or correct TOPO_API_KEY in a pipeline.',
    ],
  },
  quota: {
    TOPO_QUOTA_EXCEEDED: [
      'A quota of the account is used up.',
      'Run "topo quota" to see when it resets.',
    ],
  },
  conflict: {
    TOPO_ALREADY_OWNED: [
      'The account already owns the bundle, so nothing was ordered.',
      'Open its cases; the account can already read them.',
    ],
    TOPO_ALREADY_SUBSCRIBED: [
      'The account already has an active subscription.',
      'Run "topo billing show" to see it, and subscribe to another plan after it ends.',
    ],
    TOPO_BUNDLED_SOURCE: [
      'The local file has imports or types, but the remote version does not.',
      'Apply the remote change manually, or overwrite the file with --force.',
    ],
    TOPO_CHANGED_MEANWHILE: [
      'The file changed on disk while topo was changing it.',
      'Run the command again.',
    ],
    TOPO_CONFLICT: [
      'The script changed on both sides since the last sync.',
      'Run "topo status" to see what differs, then pull or push again.',
    ],
    TOPO_CONSENT_REQUIRED: [
      'The subscription cannot resume, because consent to its charges is missing.',
      'After the paid period ends, consent again with "topo billing subscribe".',
    ],
    TOPO_PLAN_STALE: [
      'A script of the plan has changed since the plan was made, so nothing was done.',
      'Create another plan and review it.',
    ],
    TOPO_SLUG_TAKEN: [
      'Another script on the service already has the slug.',
      'Give the script another slug: rename the file, or set "slug" in its header, between /*--- and ---*/.',
    ],
    TOPO_STAR_CONTESTED: [
      'Another client of the account changes the star at the same time.',
      'Run the command again.',
    ],
  },
  bug: {
    TOPO_BUG: [
      'topo has a bug.',
      `Run the command again with --debug, and report what it prints at ${issuesUrl}.`,
    ],
  },
  temporary: {
    TOPO_BUSY: [
      'The machine is too busy to check a script in time, or has too little free memory.',
      'Retry when the machine is less busy; the script itself may be fine.',
    ],
    TOPO_CONNECTION_LOST: [
      'The service closed the connection; the request may have been processed.',
      'Run the same command again to check.',
    ],
    TOPO_DATA_LOCKED: [
      'Another process uses the data folder of the embedded service.',
      'Stop that process, or use its address as the base URL.',
    ],
    TOPO_BUDGET_USED: [
      'The command stopped before it would have sent more requests than --budget allows.',
      'Run the same command again later, which continues, or raise --budget.',
    ],
    TOPO_DNS: [
      'The host name of the service cannot be resolved.',
      'Check the base URL and the network.',
    ],
    TOPO_NETWORK: ['The network failed.', 'Check the network and the base URL, then try again.'],
    TOPO_NOT_STORED: [
      'The service cannot store the change, mostly for lack of space, so nothing was changed.',
      'Run the same command again when the service can store it.',
    ],
    TOPO_PROXY: [
      'The proxy cannot be reached, or it refuses the connection.',
      'Check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY; NO_PROXY lists the hosts to reach directly.',
    ],
    TOPO_RATE_LIMITED: [
      'The key sent too many requests.',
      'Try again later, or let topo wait with --max-wait.',
    ],
    TOPO_REFUSED_CONNECTION: [
      'Nothing listens at the address of the service.',
      'Check the base URL and that the service runs.',
    ],
    TOPO_TIMEOUT: [
      'The service took too long to answer; the request may have been processed.',
      'Try again later, or raise --timeout or --total-timeout.',
    ],
    TOPO_UNAVAILABLE: ['The service is not available.', 'Run the same command again later.'],
  },
  interrupted: {
    TOPO_CANCELLED: [
      'The request was cancelled; it may still have been processed.',
      'Run the command again if you need its result.',
    ],
    TOPO_INTERRUPTED: [
      'You or the system stopped the command.',
      'Run it again; a push skips what is already done.',
      ['terminated'],
    ],
  },
}

export const errorCodes = Object.entries(rows).flatMap(([exit, group]) =>
  Object.entries(group).map(([code, [meaning, fix, alsoExits = []]]) => ({
    code,
    meaning,
    fix,
    /** The usual exit code first. */
    exitCodes: [exit as keyof typeof ExitCode, ...alsoExits].map((name) => ExitCode[name]),
  })),
)
