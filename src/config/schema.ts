import { z } from 'zod'
import type { CoverageKind } from '../model/report.ts'
import { reservedReason } from '../util/api-name.ts'
import { isOperationGlob } from '../util/operation-glob.ts'
import { credentialSchema, sourceCredentialSchema } from './credential.ts'
import { historySchema } from './history.ts'
import { targetSchema } from './target.ts'
import { variable } from './values.ts'

const githubIssue = z.strictObject({
  type: z.literal('github-issue').describe('One GitHub issue per API, edited in place.'),
  repository: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')
    .exactOptional()
    .describe('The repository, `owner/name`; default: that of GITHUB_REPOSITORY.'),
  tokenEnv: variable
    .exactOptional()
    .describe('The environment variable that holds a token with `issues: write`; default: GITHUB_TOKEN.'),
  label: z.string().min(1).max(50).exactOptional().describe('What the issue is found by; default: `specdrift`.'),
  assignees: z
    .array(z.string().min(1))
    .readonly()
    .exactOptional()
    .describe('Who the issue is assigned to; default: nobody.'),
  cleanRuns: z
    .int()
    .min(1)
    .exactOptional()
    .describe('Whole runs in a row without an open finding after which the issue is closed; default: 3.'),
})

const webhook = z.strictObject({
  type: z.literal('webhook').describe('A message in JSON, as `specdrift schema notification` prints it.'),
  urlEnv: variable.describe('The environment variable that holds the address of the webhook.'),
  secretEnv: variable
    .exactOptional()
    .describe('The environment variable that holds the key messages are signed with; default: unsigned.'),
})

const slack = z.strictObject({
  type: z.literal('slack').describe('A message as an incoming webhook of Slack takes it.'),
  urlEnv: variable.describe('The environment variable that holds the address of the webhook.'),
})

/** Where alerts go; the addresses of webhooks are secrets too. */
const notifySchema = z.array(z.discriminatedUnion('type', [githubIssue, webhook, slack])).readonly()

const severity = z.enum(['error', 'warning', 'info', 'off'])

const share = (what: string) =>
  z.number().min(0).max(1).exactOptional().describe(`Least share, from 0 to 1, of ${what}.`)

const coverage = z.strictObject({
  operations: share('the operations that are called'),
  parameters: share('the parameters that are sent'),
  statuses: share('the documented statuses that are received'),
  contentTypes: share('the documented content types that are received'),
  headers: share('the documented headers that are received'),
  properties: share('the documented properties that are received'),
  values: share('the documented enum values that are received'),
} satisfies Record<CoverageKind | 'operations', z.ZodType>)

const generate = z.strictObject({
  modes: z
    .array(z.enum(['positive', 'negative', 'stateful']))
    .min(1)
    .readonly()
    .describe('Requests that keep to the description, `positive`, and that break it, `negative`.'),
  maxCalls: z.int().min(1).exactOptional().describe('The most of them; default: ten for each operation.'),
})

const valuesOf = (input: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
  for (const [key, value] of Object.entries(input)) {
    const issue = (message: string): void => context.addIssue({ code: 'custom', path: [key], message })
    const isValues = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isOperationGlob(key) && !isValues) issue('must be an object with the values of the operation, by name')
    if (!isOperationGlob(key) && /\/|^[A-Z]+ /.test(key))
      issue(
        'is neither the name of a parameter nor an operation, which is a method in capitals and a path: GET /items/{id}',
      )
  }
}

const parameters = z
  .record(z.string().min(1), z.json())
  .superRefine(valuesOf)
  .describe(
    'Values for requests that nobody gives any: by the name of a parameter, `"tenant": "acme"`, or by operation (a glob) and name or location, `"GET /items/{id}": { "id": "42" }`.',
  )

const operationGlobs = z
  .array(
    z
      .string()
      .regex(
        /^!?([A-Z*]+ [/*]|\*\*$)/,
        'must be a method in capitals and a path, with * and ** in either: DELETE /accounts/**',
      ),
  )
  .readonly()

const api = z.strictObject({
  source: z
    .string()
    .exactOptional()
    .describe('Where the description is published, a path or a URL: `monitor` and `snapshot add` read it.'),
  sourceAuth: z
    .array(sourceCredentialSchema)
    .readonly()
    .exactOptional()
    .describe('Credentials that `source` is fetched with, by the names of their environment variables; default: none.'),
  snapshot: z
    .enum(['propose', 'auto'])
    .exactOptional()
    .describe(
      'What `monitor` does when the description at `source` differs from the latest snapshot: `propose` (default) reports the changes, `auto` also stores it as the new snapshot; a shard never does.',
    ),
  suites: z.string().exactOptional().describe('Glob of the suites; default: `suites/<api>/*.suite.ts`.'),
  target: targetSchema.exactOptional().describe('Where and how the API is called.'),
  auth: z
    .array(credentialSchema)
    .readonly()
    .exactOptional()
    .describe('Credentials, by the names of the environment variables that hold them, never the secrets.'),
  env: z
    .array(variable)
    .readonly()
    .exactOptional()
    .describe('Further environment variables that suites read: of `.env`, only those the config names are taken.'),
  generate: generate
    .exactOptional()
    .describe(
      'Requests generated after the suites of `test` and `monitor`, for a writable target, where they create, change and delete resources of their own; default: none.',
    ),
  parameters: parameters.exactOptional(),
  never: operationGlobs
    .exactOptional()
    .describe(
      'Globs over operations that generated requests and `api.remaining()` never call, `DELETE /accounts/**`; one that begins with `!` allows what is left out because it may end our own credential.',
    ),
  resources: z
    .union([z.enum(['own', 'existing']), operationGlobs])
    .exactOptional()
    .describe(
      'What generated requests and `captured: true` may change or delete: `own` (default): only what the run created; `existing`: any single resource, except for what changes roles, permissions or credentials; a list of globs over operations that may change anything, also whole collections: `DELETE /buckets`.',
    ),
  reads: operationGlobs
    .refine((globs) => globs.every((glob) => glob.startsWith('POST ')), 'must be POST operations')
    .exactOptional()
    .describe(
      'Globs over POST operations that change nothing, `POST /orders/search`: they are called like GET, also on a target that is not writable.',
    ),
  responseTimeMs: z
    .int()
    .min(1)
    .exactOptional()
    .describe('Milliseconds a response may take; a slower one is a warning of `response-time`; default: no limit.'),
  redact: z
    .array(z.string())
    .readonly()
    .exactOptional()
    .describe('Names of properties and headers to redact besides the usual ones.'),
  coverage: coverage
    .exactOptional()
    .describe('Least shares of what the suites must show of the description; a run below one ends with 1.'),
  crossCheck: z
    .boolean()
    .exactOptional()
    .describe(
      'Whether `monitor`, `report merge`, and `diff` in CI, add what the `openapi-diff` package makes of the same two snapshots; default: false.',
    ),
})

const override = z.strictObject({
  severity: severity.describe('What the findings count as; `off` leaves them out.'),
  direction: z
    .enum(['request', 'response'])
    .exactOptional()
    .describe('Only findings whose verdict comes from this side alone.'),
  operations: z
    .string()
    .min(1)
    .exactOptional()
    .describe('Glob over operation keys, `GET /internal/**`: only findings that reach nothing outside it.'),
})

/** The shape of `specdrift.config.*`. Its descriptions are what editors show. */
export const configSchema = z.strictObject({
  $schema: z.string().exactOptional().describe('The JSON Schema by which editors check this file; not read.'),
  apis: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be a plain folder name')
        .refine((name) => reservedReason(name) === undefined, 'is no folder name on Windows, which reserves it'),
      api,
    )
    .exactOptional()
    .describe('The APIs by name; every folder under `specsDir` is one too.'),
  policy: z
    .enum(['compat', 'strict'])
    .exactOptional()
    .describe("Which changes are errors: `compat` (default), or `strict`, the lending service's own rule."),
  rules: z
    .record(z.string(), z.union([severity, z.array(override).readonly()]))
    .exactOptional()
    .describe(
      'Rule or check id → a severity, `off`, or a list of severities for some locations, the last that matches wins.',
    ),
  failOn: z
    .enum(['error', 'warning', 'info', 'never'])
    .exactOptional()
    .describe('Findings from this severity on make the run fail; default: `error`.'),
  specsDir: z.string().min(1).exactOptional().describe('Where snapshots are; default: `specs`.'),
  reportsDir: z.string().min(1).exactOptional().describe('Where reports are; default: `reports`.'),
  historyDir: z.string().min(1).exactOptional().describe('Where `monitor` remembers its runs; default: `history`.'),
  usesDir: z
    .string()
    .min(1)
    .exactOptional()
    .describe('Where files say what each consumer uses of an API; default: `uses`.'),
  history: historySchema.exactOptional(),
  notify: notifySchema
    .exactOptional()
    .describe('Who `monitor --notify` notifies of new, regressed and fixed findings; default: nobody.'),
})

/** What a user writes in `specdrift.config.*`. */
export type UserConfig = z.input<typeof configSchema>

/** One API of the config. */
export type ApiConfig = z.output<typeof api>

/** Where an API is called. */
export type TargetConfig = z.output<typeof targetSchema>

/** The database that holds the history. */
export type HistoryConfig = Pick<z.output<typeof historySchema>, 'url' | 'urlEnv'>

/** A credential by the names of its environment variables. */
export type CredentialConfig = z.output<typeof credentialSchema>

/** A credential for a description, by the names of its environment variables. */
export type SourceCredentialConfig = z.output<typeof sourceCredentialSchema>

/** The config as the program sees it: defaults filled in. */
export interface Config {
  /** The file it was read from, absent when there is none. */
  readonly file?: string
  readonly apis: Readonly<Record<string, ApiConfig & { readonly suites: string }>>
  /** Folders of snapshots that the file does not list as APIs. */
  readonly unlisted?: readonly string[]
  readonly policy: 'compat' | 'strict'
  readonly rules: NonNullable<UserConfig['rules']>
  readonly failOn: 'error' | 'warning' | 'info' | 'never'
  readonly specsDir: string
  readonly reportsDir: string
  readonly historyDir: string
  readonly usesDir: string
  /** The database that is used instead of files there. */
  readonly history?: HistoryConfig
  /** A run that could not be remembered ends with 2. */
  readonly historyRequired?: true
  /** How long a run may wait for its history, all in all. */
  readonly historyTimeoutMs?: number
  /** The configs beside it in its folder, which are not read. */
  readonly ignored?: readonly string[]
  /** Where there is no config here: the nearest in a folder above, which is not read. */
  readonly above?: string
  readonly notify: NonNullable<UserConfig['notify']>
}

/** Types a config file: `export default defineConfig({ … })`. */
export function defineConfig(config: UserConfig): UserConfig {
  return config
}

/** The JSON Schema (draft 2020-12) of a config in JSON or YAML, where nothing can be a function. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema, {
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'custom') jsonSchema.not = {}
      // It says that our code changes no list, not that a user may not.
      delete jsonSchema.readOnly
    },
  })
}
