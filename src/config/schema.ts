import { z } from 'zod'

const severity = z.enum(['error', 'warning', 'info', 'off'])
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')

const target = z.strictObject({
  /** What is called when no environment variable and no flag says otherwise. */
  baseUrl: z.url({ protocol: /^https?$/ }).exactOptional(),
  /** The environment variable that holds the base URL. */
  baseUrlEnv: variable.exactOptional(),
  /** Call the built-in sandbox when there is no base URL. */
  sandbox: z.boolean().exactOptional(),
  /** Calls that change state are allowed. */
  writable: z.boolean().exactOptional(),
  timeoutMs: z.int().min(1).exactOptional(),
})

const credential = z.strictObject({
  /** Operations whose path starts with it get this credential. */
  prefix: z.string().startsWith('/'),
  type: z.literal('bearer'),
  /** The environment variable that holds the token: a secret never stands in the config. */
  env: variable,
})

const api = z.strictObject({
  /** Where `specdrift snapshot` captures from: a path or a URL. */
  source: z.string().exactOptional(),
  /** Glob of the suites, `suites/<api>/*.suite.ts` by default. */
  suites: z.string().exactOptional(),
  target: target.exactOptional(),
  auth: z.array(credential).readonly().exactOptional(),
  /** Names of properties and headers to redact, besides the usual ones. */
  redact: z.array(z.string()).readonly().exactOptional(),
})

const override = z.strictObject({
  severity,
  /** Only findings whose verdict comes from this side alone. */
  direction: z.enum(['request', 'response']).exactOptional(),
  /** Glob over operation keys, `GET /internal/**`: only findings that reach nothing outside it. */
  operations: z.string().min(1).exactOptional(),
})

const wrongSeverity = 'must be "error", "warning", "info", "off", or a list of { severity, direction?, operations? }'

/** The shape of `specdrift.config.*`. */
export const configSchema = z.strictObject({
  /** For editors; not read. */
  $schema: z.string().exactOptional(),
  apis: z.record(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be a plain folder name'), api).exactOptional(),
  policy: z.enum(['compat', 'strict']).exactOptional(),
  /** Rule or check id → severity, or a list of severities for some places, in which the last that fits wins. */
  rules: z
    .record(z.string(), z.union([severity, z.array(override).readonly()], { error: wrongSeverity }))
    .exactOptional(),
  failOn: z.enum(['error', 'warning', 'info', 'never']).exactOptional(),
  specsDir: z.string().min(1).exactOptional(),
  reportsDir: z.string().min(1).exactOptional(),
})

/** What a user writes in `specdrift.config.*`. */
export type UserConfig = z.input<typeof configSchema>

/** One API of the config. */
export type ApiConfig = z.output<typeof api>

/** Where an API is called. */
export type TargetConfig = z.output<typeof target>

/** A credential by the name of its environment variable. */
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
}

/** Types a config file: `export default defineConfig({ … })`. */
export function defineConfig(config: UserConfig): UserConfig {
  return config
}

/** Every key a config may hold, at any depth: what an unknown key may have meant. */
export function knownKeys(): readonly string[] {
  const keys = new Set<string>()
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [name, child] of Object.entries(node)) {
      if (name === 'properties') for (const key of Object.keys(child)) keys.add(key)
      collect(child)
    }
  }
  collect(configJsonSchema())
  return [...keys]
}

/** The JSON Schema (draft 2020-12) of a config in JSON or YAML. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema)
}
