import { lostEdit } from './diff/ledger.ts'
import { whatChanges } from './live/what-changes.ts'
import { printable } from './printable.ts'

/** Message and hint of every user-facing error: problem, location and fix. */
const texts = {
  USAGE: (what: string) => ({ message: what, hint: 'Run `specdrift --help` for the commands and their options.' }),
  FILE_NOT_FOUND: (file: string) => ({
    message: `No file at ${file}.`,
    hint: 'Give a path, a URL, git:<rev>:<path>, or <api>@<version|latest|previous>.',
  }),
  NO_REPORT: (file: string) => ({
    message: `No report at ${file}.`,
    hint: 'Run `specdrift test` or `specdrift monitor` first, or give the path of a report.json.',
  }),
  NOT_CHECKED: (file: string, reason: string, kept?: string) => ({
    message: `${file} is the report of a run that failed: ${reason.replace(/\.$/, '')}.`,
    hint: `Run again${kept === undefined ? '' : `, or give the report of the last good run: ${kept}`}.`,
  }),
  CONFIG_NOT_FOUND: (file: string) => ({
    message: `No config file at ${file}.`,
    hint: 'Give --config the path of a specdrift.config.{ts,js,json,yaml}, or leave it out.',
  }),
  CONFIG_CODE: (file: string) => ({
    message: `${file} is executable code, which --no-config-code forbids.`,
    hint: 'Write the config as specdrift.config.json or .yaml, or pass such a file with --config.',
  }),
  FILE_UNREADABLE: (file: string, reason: string) => ({
    message: `Could not read ${file}: ${reason}.`,
    hint: 'Check the path and its permissions.',
  }),
  FETCH_FAILED: (url: string, reason: string) => ({
    message: `Could not fetch ${url}: ${reason}.`,
    hint: 'Check the address and that this machine reaches it.',
  }),
  LOGIN_REQUIRED: (url: string, reason: string) => ({
    message: `Could not fetch ${url}: ${reason}.`,
    hint: 'Pass a credential to `init` or `snapshot add`: --auth bearer:VARIABLE or --header "Name: value". Or download it yourself and pass the file.',
  }),
  GIT_FAILED: (address: string, reason: string) => ({
    message: `Could not read ${address} from git: ${reason}.`,
    hint: 'The form is git:<revision>:<path from the repository root>, e.g. git:HEAD~1:openapi.yaml.',
  }),
  PARSE_FAILED: (file: string, location: string, reason: string) => ({
    message: `${file}${location} is not valid YAML or JSON: ${reason}.`,
    hint: 'Fix the file; nothing was compared or called.',
  }),
  NOT_A_DESCRIPTION: (file: string, reason: string) => ({
    message: `${file} is not an OpenAPI description: ${reason}.`,
    hint: 'The root must be an object with `openapi: 3.x` or `swagger: "2.0"`.',
  }),
  INVALID_DESCRIPTION: (file: string, reason: string) => ({
    message: `${file} violates the OpenAPI specification: ${reason}.`,
    hint: 'Fix the description. Without --strict, violations are only warnings if the description can still be read.',
  }),
  TOO_LARGE: (what: string, limit: string) => ({
    message: `${what} is over the limit of ${limit}.`,
    hint: 'Check that this is the description you meant.',
  }),
  REF_REFUSED: (ref: string, reason: string) => ({
    message: `Refused to follow $ref ${ref}: ${reason}.`,
    hint: "$refs are confined to the description's own folder or origin.",
  }),
  NO_API: (searched: string) => ({
    message: `No API found: ${searched}.`,
    hint: 'Set one up with: specdrift init --url <address of the description>, or --file <path>.',
  }),
  UNKNOWN_API: (api: string, candidates: string) => ({
    message: `No API called ${api}${candidates}.`,
    hint: 'APIs are the folders under specs/ and the keys of `apis` in specdrift.config.ts; add the first snapshot of one with: specdrift snapshot add <api>',
  }),
  UNKNOWN_SNAPSHOT: (address: string, candidates: string) => ({
    message: `No snapshot ${address}${candidates}.`,
    hint: 'List them with: specdrift snapshot list <api>',
  }),
  SNAPSHOT_CHANGED: (file: string) => ({
    message: `${file} was changed after it was captured: its sha256 differs from snapshots.json.`,
    hint: 'Snapshots are never edited. Restore the file from git, or capture a new version.',
  }),
  STORE_BROKEN: (file: string, reason: string) => ({
    message: `${file} cannot be used: ${reason}.`,
    hint: 'Restore the file from git.',
  }),
  CONFIG_INVALID: (file: string, reason: string) => ({
    message: `${file}: ${reason}.`,
    hint: 'Print its JSON Schema with: specdrift schema config',
  }),
  UNKNOWN_OPERATION: (operation: string, where: string, suggestion: string) => ({
    message: `${where} calls ${operation}, which is not in the description${suggestion}.`,
    hint: 'Operations are written as in the description: METHOD, one space, path template.',
  }),
  REQUEST_INVALID: (operation: string, reason: string) => ({
    message: `${operation} cannot be called: ${reason}.`,
    hint: 'Give the value in the suite: path, query, headers, cookies or body of the call.',
  }),
  NO_TARGET: (api: string, variable?: string) => ({
    message: `No base URL to call for ${api}${variable === undefined ? '' : `: ${variable} is not set`}.`,
    hint:
      variable === undefined
        ? `Set apis.${api}.target.baseUrl in the config, or pass --base-url.`
        : `Export ${variable}, set it in .env, or pass --base-url.`,
  }),
  NO_URL: (variable: string) => ({
    message: `${variable} is not an http or https URL.`,
    hint: `Set ${variable} to a URL that begins with https:// or http://.`,
  }),
  CREDENTIAL_MISSING: (variables: string, api: string) => ({
    message: variables.includes(', ')
      ? `The environment variables ${variables}, which hold credentials of ${api}, are not set.`
      : `The environment variable ${variables}, which holds a credential of ${api}, is not set.`,
    hint: 'Export it, set it in .env, or remove it from `auth` in the config.',
  }),
  TOKEN_REFUSED: (name: string, url: string, reason: string) => ({
    message: `No access token for ${name} from ${url}: ${reason}.`,
    hint: 'Check the client id, the secret, the scope and the token URL under `auth` in the config.',
  }),
  CREDENTIAL_BROKEN: (name: string, file: string, reason: string) => ({
    message: `The function of the credential ${name} in ${file} could not be used: ${reason}.`,
    hint: 'It receives the request and its declared variables, and must return the request. Run again with --debug to see its error.',
  }),
  /** `changes`: what a writable target allows; null if the config sets `writable: false`, which no advice may question. */
  NOT_WRITABLE: (operation: string, changes: string | null = whatChanges([operation])) => ({
    message: `${operation} changes state and the target is not declared writable.`,
    hint: `${changes === null ? 'The config allows no changes (target.writable: false).' : `Set target.writable: true in the config if the run may change the target: ${changes}.`} List a POST that changes nothing under reads.`,
  }),
  UNKNOWN_CASE: (id: string) => ({
    message: `No generated request has the id ${id}.`,
    hint: 'Ids depend on the description and on the mode of --generate: positive for pos-…, negative for neg-… and auth-….',
  }),
  INTERRUPTED: (target: string) => ({
    message: `The run was stopped before anything of ${target} was checked.`,
    hint: 'Run again.',
  }),
  UNREACHABLE: (target: string, reason: string) => ({
    message: `No response from ${target}: ${reason}.`,
    hint: 'No operation was checked. Check the base URL and that the service runs.',
  }),
  REFUSED: (target: string, reason: string, credentials: string) => ({
    message: `${target} refused ${credentials}: ${reason}.`,
    hint: `No operation was checked. Check that ${credentials} is not expired and belongs to this target.`,
  }),
  RATE_LIMITED: (target: string, reason: string) => ({
    message: `${target} responded only with rate limits: ${reason}.`,
    hint: 'No operation was checked. Wait and run again, or have the rate limit of this client raised.',
  }),
  GATEWAY: (target: string, reason: string) => ({
    message: `Only a gateway responded at ${target}, not the application: ${reason}.`,
    hint: 'No operation was checked. HTML, 502, 503 and 504 come from a proxy: check the base URL and what is behind it.',
  }),
  NOTHING_CHECKED: (target: string, reason: string) => ({
    message: `No response of ${target} could be checked: ${reason}.`,
    hint: 'No operation was checked. Check the base URL, the credentials and the service.',
  }),
  OUTAGE: (target: string, share: string, reason: string, advice: string) => ({
    message: `Most of ${target} could not be checked: ${share} (${reason}).`,
    hint: `One outage, not drift: nothing was checked. ${advice} and run again.`,
  }),
  NO_RECORDING: (path: string) => ({
    message: `No recording at ${path}.`,
    hint: 'Give files, folders or globs of recordings, or - for standard input.',
  }),
  UNKNOWN_FORMAT: (file: string, formats: string) => ({
    message: `${file} is not a recording in a known format.`,
    hint: `Set its format with --recording-format: ${formats}.`,
  }),
  UNREAD_FORMAT: (file: string, what: string, instead: string) => ({
    message: `${file} is ${what}, which is not read.`,
    hint: instead,
  }),
  NOTHING_RECORDED: (reason: string) => ({
    message: `No recorded exchange could be checked: ${reason}.`,
    hint: 'Check that the recording is of this API; translate its URLs with --base-url and --map.',
  }),
  NO_OPERATIONS: (description: string) => ({
    message: `${description} has no operation, so there is nothing to call and nothing was checked.`,
    hint: 'Look at what the API published: its paths may have been lost. Compare two snapshots with: specdrift diff',
  }),
  NOTHING_CALLED: (suites: string, target: string, reason: string) => ({
    message: `The suites ${suites} made no call to ${target}: ${reason}.`,
    hint: 'No operation was checked. Look for test.skip and test.only; calls that change state are sent only to a writable target.',
  }),
  SUITE_BROKEN: (file: string, reason: string) => ({
    message: `The suite ${file} could not be run: ${reason}.`,
    hint: 'Fix the suite; none of its tests was checked.',
  }),
  NO_SUITES: (pattern: string) => ({
    message: `No suite matches ${pattern}.`,
    hint: 'Suites are files named *.suite.ts; see the README.',
  }),
  RULE_CRASHED: (rule: string, site: string, reason: string) => ({
    message: `The rule ${rule} crashed at ${site}: ${reason}.`,
    hint: 'This is a defect of specdrift; please report it. Run again with --debug for the stack.',
  }),
  EDIT_UNACCOUNTED: lostEdit,
  UNKNOWN_RULE: (id: string, suggestion: string) => ({
    message: `No rule or check called ${id}${suggestion}.`,
    hint: 'List them with: specdrift rules',
  }),
  REPORT_BROKEN: (file: string, reason: string) => ({
    message: `${file} is not a valid report: ${reason}.`,
    hint: 'Give a report.json written by `specdrift monitor`, `test` or `diff --format json` of this version.',
  }),
  REPORT_FILTERED: (file: string, flags: string) => ({
    message: `${file} was written with ${flags} and lacks the findings that this omitted.`,
    hint: 'Write the report without it and pass that file. To filter only the output, use specdrift report render.',
  }),
  SITE_BROKEN: (file: string, reason: string) => ({
    message: `${file} cannot be used: ${reason}.`,
    hint: 'Restore the folder of the site, or create a new one from all reports with --output.',
  }),
  PATCH_FAILED: (file: string, reason: string) => ({
    message: `${file} was not patched: ${reason}.`,
    hint: 'Nothing was written. Leave findings out with --only, or edit the description by hand.',
  }),
  SANDBOX: (reason: string) => ({
    message: reason,
    hint: 'See specdrift sandbox --help. A drift has the form "null@GET /main-account/balances/crypto".',
  }),
  ALERT_FAILED: (target: string, reason: string) => ({
    message: `No alert could be sent to ${target}: ${reason}.`,
    hint: 'The verdict is unchanged. Check `notify` in the config and the values of its variables; the next run sends the alert again.',
  }),
  HISTORY_UNAVAILABLE: (name: string, reason: string, advice?: string) => ({
    message: `The history in ${name} cannot be used: ${reason}.`,
    hint: advice ?? 'Check its URL, that this machine reaches it, and the rights of its user.',
  }),
  WRITE_FAILED: (file: string, reason: string) => ({
    message: `Could not write ${file}: ${reason}.`,
    hint: 'Check the folder, its permissions and the free disk space.',
  }),
} as const

/** Stable error code, printed with `--debug`. */
export type ErrorCode = keyof typeof texts
/** All error codes, documented in docs/troubleshooting.md. */
// Object.keys returns string[]; the keys are those of the typed table.
export const errorCodes = Object.keys(texts) as readonly ErrorCode[]

/** An error that the user can fix. The command line prints `message` and `hint` and exits with 2. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  readonly code: ErrorCode
  readonly hint: string

  constructor(code: ErrorCode, text: { readonly message: string; readonly hint: string }, cause?: unknown) {
    super(text.message, cause === undefined ? undefined : { cause })
    this.code = code
    this.hint = text.hint
  }
}

/** Creates an error from its code and arguments: `toolError('FILE_NOT_FOUND', ['a.yaml'])`. */
export function toolError<C extends ErrorCode>(
  code: C,
  args: Parameters<(typeof texts)[C]>,
  cause?: unknown,
): ToolError {
  // All functions in the table take strings, but TypeScript can't spread a union of tuples.
  const { message, hint } = (texts[code] as (...words: string[]) => { message: string; hint: string })(
    ...(args as string[]),
  )
  // A quoted reason may already end with a full stop.
  const once = message.replace(/(?<=[^.])\.\.$/, '.')
  return new ToolError(code, { message: indentedOnly(once), hint: indentedOnly(hint) }, cause)
}

/** Escapes text, keeping only line breaks before indented lines, so that quoted text can't imitate specdrift's output. */
function indentedOnly(text: string): string {
  return text.split('\n  ').map(printable).join('\n  ')
}
