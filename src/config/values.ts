import { z } from 'zod'

/** The name of an environment variable: secrets are read from it and are never in a config. */
export const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')

/** An absolute address. */
export const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })

/** A path of an API. Not by `startsWith`, which the JSON Schema would write as a format that validators do not know. */
export const path = z.string().regex(/^\//, 'must begin with a slash')
