import { z } from 'zod'
import type { SentRequest } from '../model/observation.ts'
import { type CoverageKind, coverageKinds } from '../model/report.ts'
import { notifySchema } from './notify.ts'

const severity = z.enum(['error', 'warning', 'info', 'off'])
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')

const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })
/** Not `startsWith`, which the JSON Schema would write as a format that validators do not know. */
const path = z.string().regex(/^\//, 'must begin with a slash')

const milliseconds = z.int().min(1).exactOptional()

const rateLimit = z.strictObject({
  perSecond: z.number().min(0.1),
  /** So many may go out at once after a pause; 1 unless given. */
  burst: z.int().min(1).exactOptional(),
  /** Glob over operation keys, `GET /reports/**`; every request unless given. */
  operations: z.string().min(1).exactOptional(),
})

/** Files in PEM, relative to the working directory. */
const tls = z.strictObject({
  /** Authorities trusted besides those Node knows. */
  caFile: z.string().min(1).exactOptional(),
  /** The client certificate, with its chain, and its key. */
  certFile: z.string().min(1).exactOptional(),
  keyFile: z.string().min(1).exactOptional(),
  servername: z.string().min(1).exactOptional(),
  /** Accept any certificate. Every run says so. */
  insecure: z.boolean().exactOptional(),
})

const target = z.strictObject({
  /** What is called when no environment variable and no flag says otherwise. */
  baseUrl: httpAddress.exactOptional(),
  /** The environment variable that holds the base URL. */
  baseUrlEnv: variable.exactOptional(),
  /** Call the built-in sandbox when there is no base URL. */
  sandbox: z.boolean().exactOptional(),
  /** Calls that change state are allowed. */
  writable: z.boolean().exactOptional(),
  /** For one attempt, from connecting to the last byte; 10,000 unless given. */
  timeoutMs: milliseconds,
  /** Parts of an attempt, each as long as the attempt unless given, and the whole call with further attempts. */
  timeouts: z
    .strictObject({ connectMs: milliseconds, headersMs: milliseconds, bodyMs: milliseconds, totalMs: milliseconds })
    .exactOptional(),
  /** Of a body, unpacked; 10 MiB unless given. */
  maxBytes: z.int().min(1).exactOptional(),
  /** One limit, or several that all hold. */
  rateLimit: z.union([rateLimit, z.array(rateLimit).readonly()]).exactOptional(),
  /** Requests under way at the same time; 8 unless given. */
  concurrency: z.int().min(1).exactOptional(),
  /** In place of HTTPS_PROXY and HTTP_PROXY, which are where credentials belong; false for none. */
  proxy: z
    .union([
      httpAddress.regex(/^[^@]*$/, 'must hold no credentials: they belong in HTTPS_PROXY or HTTP_PROXY'),
      z.literal(false),
    ])
    .exactOptional(),
  tls: tls.exactOptional(),
  /** Speak HTTP/2 to a server that offers it over TLS. */
  http2: z.boolean().exactOptional(),
})

/** Operations whose path starts with it get the credential; all unless given. */
const prefix = path.exactOptional()
/** What curl lines call a secret that is not the value of one variable. */
const shownAs = variable.exactOptional()

/** Secrets never stand in the config: it names the environment variables that hold them. */
const credential = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bearer'), prefix, env: variable }),
  z.strictObject({
    type: z.literal('apiKey'),
    prefix,
    in: z.enum(['header', 'query', 'cookie']),
    /** Of the header, query parameter or cookie. */
    name: z.string().min(1),
    env: variable,
  }),
  z.strictObject({ type: z.literal('basic'), prefix, usernameEnv: variable, passwordEnv: variable }),
  z.strictObject({
    type: z.literal('oauth2'),
    prefix,
    name: shownAs,
    /** A URL, or a path below the base URL. */
    tokenUrl: z.union([path, httpAddress]),
    clientIdEnv: variable,
    clientSecretEnv: variable,
    scope: z.string().exactOptional(),
    /** How the client names itself at the token URL; `basic` unless given. */
    clientAuth: z.enum(['basic', 'body']).exactOptional(),
  }),
  z.strictObject({
    type: z.literal('custom'),
    prefix,
    name: shownAs,
    /** The variables handed to the function. */
    env: z.array(variable).readonly().exactOptional(),
    apply: z.custom<Apply>((value) => typeof value === 'function', 'must be a function, in a config in TypeScript'),
  }),
])

/** A function that puts a credential into a request; header names are in lower case. */
type Apply = (request: SentRequest, secrets: Readonly<Record<string, string>>) => SentRequest | Promise<SentRequest>

const share = z.number().min(0).max(1).exactOptional()
// Object.fromEntries forgets which keys there are.
const shares = Object.fromEntries(coverageKinds.map((kind) => [kind, share])) as Record<CoverageKind, typeof share>

const api = z.strictObject({
  /** Where `specdrift snapshot` captures from: a path or a URL. */
  source: z.string().exactOptional(),
  /** Glob of the suites, `suites/<api>/*.suite.ts` by default. */
  suites: z.string().exactOptional(),
  target: target.exactOptional(),
  auth: z.array(credential).readonly().exactOptional(),
  /** Requests that `test` and `monitor` make up after the suites; the target must be writable. */
  generate: z
    .strictObject({
      modes: z
        .array(z.enum(['positive', 'negative']))
        .min(1)
        .readonly(),
      /** The most of them; 500 unless given. */
      maxCalls: z.int().min(1).exactOptional(),
    })
    .exactOptional(),
  /** What an answer may take, in milliseconds: a slower one is a finding of `response-time`. */
  responseTimeMs: z.int().min(1).exactOptional(),
  /** Names of properties and headers to redact, besides the usual ones. */
  redact: z.array(z.string()).readonly().exactOptional(),
  /** Least shares in 0…1 of what the suites must show of the description: a run below one fails. */
  coverage: z.strictObject({ operations: share, ...shares }).exactOptional(),
})

const override = z.strictObject({
  severity,
  /** Only findings whose verdict comes from this side alone. */
  direction: z.enum(['request', 'response']).exactOptional(),
  /** Glob over operation keys, `GET /internal/**`: only findings that reach nothing outside it. */
  operations: z.string().min(1).exactOptional(),
})

/** The shape of `specdrift.config.*`. */
export const configSchema = z.strictObject({
  /** For editors; not read. */
  $schema: z.string().exactOptional(),
  apis: z.record(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be a plain folder name'), api).exactOptional(),
  policy: z.enum(['compat', 'strict']).exactOptional(),
  /** Rule or check id → severity, or a list of severities for some places, in which the last that fits wins. */
  rules: z.record(z.string(), z.union([severity, z.array(override).readonly()])).exactOptional(),
  failOn: z.enum(['error', 'warning', 'info', 'never']).exactOptional(),
  specsDir: z.string().min(1).exactOptional(),
  reportsDir: z.string().min(1).exactOptional(),
  /** Where `monitor` remembers its runs; `history` unless given. */
  historyDir: z.string().min(1).exactOptional(),
  /** Who is told by `monitor --notify` what is new, regressed or fixed. */
  notify: notifySchema.exactOptional(),
})

/** What a user writes in `specdrift.config.*`. */
export type UserConfig = z.input<typeof configSchema>

/** One API of the config. */
export type ApiConfig = z.output<typeof api>

/** Where an API is called. */
export type TargetConfig = z.output<typeof target>

/** A credential by the names of its environment variables. */
export type CredentialConfig = z.output<typeof credential>

/** The config as the program sees it: defaults filled in. */
export interface Config {
  /** The file it was read from, absent when there is none. */
  readonly file?: string
  readonly apis: Readonly<Record<string, ApiConfig & { readonly suites: string }>>
  readonly policy: 'compat' | 'strict'
  readonly rules: NonNullable<UserConfig['rules']>
  readonly failOn: 'error' | 'warning' | 'info' | 'never'
  readonly specsDir: string
  readonly reportsDir: string
  readonly historyDir: string
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
