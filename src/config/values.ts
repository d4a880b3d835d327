import { z } from 'zod'

/** Name of an environment variable. Secrets are read from the environment, never from the config. */
export const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')

export const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })

/** Path of an API. A regex, because `startsWith` would become a nonstandard `format` in the JSON Schema. */
export const path = z.string().regex(/^\//, 'must begin with a slash')
