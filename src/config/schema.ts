import { z } from 'zod'
import type { CoverageKind } from '../model/report.ts'
import { reservedReason } from '../util/api-name.ts'
import { isOperationGlob } from '../util/operation-glob.ts'
import { credentialSchema, sourceCredentialSchema } from './credential.ts'
import { historySchema } from './history.ts'
import { type ConfiguredName, configured, type liveOptions } from './live-options.ts'
import { targetSchema } from './target.ts'
import { variable } from './values.ts'

const githubIssue = z.strictObject({
  type: z.literal('github-issue').describe('One GitHub issue per API, updated in place.'),
  repository: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')
    .exactOptional()
    .describe('Repository as `owner/name`; default: GITHUB_REPOSITORY.'),
  tokenEnv: variable
    .exactOptional()
    .describe('Environment variable with a token that has `issues: write`; default: GITHUB_TOKEN.'),
  label: z.string().min(1).max(50).exactOptional().describe('Label that identifies the issue; default: `specdrift`.'),
  assignees: z
    .array(z.string().min(1))
    .readonly()
    .exactOptional()
    .describe('Users that the issue is assigned to; default: none.'),
  cleanRuns: z
    .int()
    .min(1)
    .exactOptional()
    .describe('Number of consecutive complete runs without open findings that closes the issue; default: 3.'),
})

const webhook = z.strictObject({
  type: z.literal('webhook').describe('A JSON message; `specdrift schema notification` prints its schema.'),
  urlEnv: variable.describe('Environment variable with the URL of the webhook.'),
  secretEnv: variable
    .exactOptional()
    .describe('Environment variable with the key that signs messages; default: unsigned.'),
})

const slack = z.strictObject({
  type: z.literal('slack').describe('A message for an incoming webhook of Slack.'),
  urlEnv: variable.describe('Environment variable with the URL of the webhook.'),
})

/** Alert targets. Webhook URLs are secrets, so they come from environment variables. */
const notifySchema = z.array(z.discriminatedUnion('type', [githubIssue, webhook, slack])).readonly()

const severity = z.enum(['error', 'warning', 'info', 'off'])

const share = (what: string) =>
  z.number().min(0).max(1).exactOptional().describe(`Minimum share, from 0 to 1, of ${what}.`)

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
    .describe('Kinds of generated requests: `positive` (valid), `negative` (invalid) and `stateful` (sequences).'),
  maxCalls: z.int().min(1).exactOptional().describe('Maximum number of generated requests; default: 10 per operation.'),
})

const valuesOf = (input: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
  for (const [key, value] of Object.entries(input)) {
    const issue = (message: string): void => context.addIssue({ code: 'custom', path: [key], message })
    const isValues = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isOperationGlob(key) && !isValues) issue('must be an object with the values of the operation, by name')
    if (!isOperationGlob(key) && /\/|^[A-Z]+ /.test(key))
      issue(
        'is neither a parameter name nor an operation, which consists of a method in capitals and a path: GET /items/{id}',
      )
  }
}

const parameters = z
  .record(z.string().min(1), z.json())
  .superRefine(valuesOf)
  .describe(
    'Default values for requests, by parameter name, `"tenant": "acme"`, or by operation (a glob) and name or location, `"GET /items/{id}": { "id": "42" }`.',
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

const kinds = { count: z.int().min(1), toggle: z.boolean() }

// Object.fromEntries forgets which keys there are.
const options = Object.fromEntries(
  configured.map(([name, { kind, config }]) => [name, kinds[kind].exactOptional().describe(config)]),
) as { [Name in ConfiguredName]: z.ZodExactOptional<(typeof kinds)[(typeof liveOptions)[Name]['kind']]> }

const api = z.strictObject({
  source: z
    .string()
    .exactOptional()
    .describe('Path or URL of the published description, which `monitor` and `snapshot add` read.'),
  sourceAuth: z
    .array(sourceCredentialSchema)
    .readonly()
    .exactOptional()
    .describe('Credentials for downloading `source`, by the names of their environment variables; default: none.'),
  snapshot: z
    .enum(['propose', 'auto'])
    .exactOptional()
    .describe(
      'How `monitor` handles a changed description at `source`: `propose` (default) reports the changes, `auto` also stores a new snapshot, except in shards.',
    ),
  suites: z.string().exactOptional().describe('Glob of the suites; default: `suites/<api>/*.suite.ts`.'),
  target: targetSchema.exactOptional().describe('How to call the API.'),
  auth: z
    .array(credentialSchema)
    .readonly()
    .exactOptional()
    .describe('Credentials, by the names of their environment variables.'),
  env: z
    .array(variable)
    .readonly()
    .exactOptional()
    .describe('Other environment variables that suites read; only variables named in the config are read from `.env`.'),
  generate: generate
    .exactOptional()
    .describe(
      'Requests that `test` and `monitor` generate after the suites, for a writable target, where they create, change and delete their own resources; default: none.',
    ),
  parameters: parameters.exactOptional(),
  never: operationGlobs
    .exactOptional()
    .describe(
      'Operations (globs) that generated requests and `api.remaining()` never call, `DELETE /accounts/**`; a glob with `!` allows an operation that is skipped because it may end our own credential.',
    ),
  resources: z
    .union([z.enum(['own', 'existing']), operationGlobs])
    .exactOptional()
    .describe(
      'Resources that generated requests and `captured: true` may change or delete: `own` (default) allows those that the run created, `existing` any single resource except roles, permissions and credentials, and a list of operations (globs) such as `DELETE /buckets` allows everything for these.',
    ),
  reads: operationGlobs
    .refine((globs) => globs.every((glob) => glob.startsWith('POST ')), 'must be POST operations')
    .exactOptional()
    .describe(
      "POST operations (globs) that change nothing, `POST /orders/search`; they are called like GET, even if the target isn't writable.",
    ),
  redact: z
    .array(z.string())
    .readonly()
    .exactOptional()
    .describe('Additional names of properties and headers to redact.'),
  coverage: coverage.exactOptional().describe('Minimum coverage; a run below it exits with 1.'),
  ...options,
})

const override = z.strictObject({
  severity: severity.describe('Severity of the findings; `off` hides them.'),
  direction: z
    .enum(['request', 'response'])
    .exactOptional()
    .describe('Apply only to findings whose verdict comes from this direction alone.'),
  operations: z
    .string()
    .min(1)
    .exactOptional()
    .describe('Apply only to findings whose operations all match this glob, `GET /internal/**`.'),
})

/** Schema of `specdrift.config.*`. Editors show its descriptions. */
export const configSchema = z.strictObject({
  $schema: z.string().exactOptional().describe('JSON Schema for editors; specdrift ignores it.'),
  apis: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be a plain folder name')
        .refine((name) => reservedReason(name) === undefined, 'is a reserved file name on Windows'),
      api,
    )
    .exactOptional()
    .describe('APIs by name; every folder in `specsDir` is an API too.'),
  policy: z
    .enum(['compat', 'strict'])
    .exactOptional()
    .describe('Which changes are errors: `compat` (default) or `strict`.'),
  rules: z
    .record(z.string(), z.union([severity, z.array(override).readonly()]))
    .exactOptional()
    .describe(
      'Severities by rule or check id: a severity, `off`, or a list of severities with conditions, where the last match wins.',
    ),
  failOn: z
    .enum(['error', 'warning', 'info', 'never'])
    .exactOptional()
    .describe('Minimum severity of findings that fail a run; default: `error`.'),
  specsDir: z.string().min(1).exactOptional().describe('Folder for snapshots; default: `specs`.'),
  reportsDir: z.string().min(1).exactOptional().describe('Folder for reports; default: `reports`.'),
  historyDir: z.string().min(1).exactOptional().describe('Folder for the run history; default: `history`.'),
  usesDir: z.string().min(1).exactOptional().describe('Folder for consumer usage files; default: `uses`.'),
  history: historySchema.exactOptional(),
  notify: notifySchema
    .exactOptional()
    .describe('Where `monitor --notify` sends new, regressed and fixed findings; default: nowhere.'),
})

/** Config as written by the user. */
export type UserConfig = z.input<typeof configSchema>

export type ApiConfig = z.output<typeof api>

export type TargetConfig = z.output<typeof targetSchema>

export type HistoryConfig = Pick<z.output<typeof historySchema>, 'url' | 'urlEnv' | 'schema'>

/** Credential with names of environment variables. */
export type CredentialConfig = z.output<typeof credentialSchema>

/** Credential for fetching a description, with names of environment variables. */
export type SourceCredentialConfig = z.output<typeof sourceCredentialSchema>

/** Config with defaults filled in. */
export interface Config {
  /** Path of the config file, if there is one. */
  readonly file?: string
  readonly apis: Readonly<Record<string, ApiConfig & { readonly suites: string }>>
  /** Snapshot folders that are not listed as APIs. */
  readonly unlisted?: readonly string[]
  readonly policy: 'compat' | 'strict'
  readonly rules: NonNullable<UserConfig['rules']>
  readonly failOn: 'error' | 'warning' | 'info' | 'never'
  readonly specsDir: string
  readonly reportsDir: string
  readonly historyDir: string
  readonly usesDir: string
  /** Database used instead of `historyDir`. */
  readonly history?: HistoryConfig
  /** If set, a run that can't be stored in the history exits with 2. */
  readonly historyRequired?: true
  /** Total time in milliseconds that a run may wait for the history. */
  readonly historyTimeoutMs?: number
  /** Other config files in the folder, which are not read. */
  readonly ignored?: readonly string[]
  /** Nearest config in a parent folder, if this folder has none. Not read. */
  readonly above?: string
  readonly notify: NonNullable<UserConfig['notify']>
}

/** Checks the type of a config: `export default defineConfig({ … })`. */
export function defineConfig(config: UserConfig): UserConfig {
  return config
}

/** Returns the JSON Schema (draft 2020-12) of a config. Functions are not allowed, because JSON and YAML can't express them. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema, {
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'custom') jsonSchema.not = {}
      // `readOnly` here means that our code doesn't modify lists; users may.
      delete jsonSchema.readOnly
    },
  })
}
