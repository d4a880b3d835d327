import { z } from 'zod'
import { variable } from './values.ts'

/** A URL of PostgreSQL without a password: what is in a config is read by everyone. */
const url = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
  .regex(
    /^[a-z]+:\/\/(?:[^/?#@:]*@)?[^@]*$/,
    'holds a password: put the URL into an environment variable and name that with urlEnv',
  )
  .refine(
    (text) => /^[^?#]*(?:\?(?:(?:host|sslmode|sslrootcert|sslcert|sslkey)=[^&#]*(?:&|$))*)?$/.test(text),
    'may have the parameters host, sslmode, sslrootcert, sslcert and sslkey only',
  )

/** Where the history is kept, for runners that forget and repositories that share it. */
export const historySchema = z
  .strictObject({
    url: url.exactOptional().describe('The database, without a password: postgres://user@host:5432/database.'),
    urlEnv: variable.exactOptional().describe('The environment variable that holds the URL of the database.'),
    required: z.boolean().exactOptional().describe('A run that could not be remembered ends with 2; default: false.'),
    timeoutMs: z
      .number()
      .int()
      .min(1)
      .max(600_000)
      .exactOptional()
      .describe('Milliseconds that a run may wait for its history, all in all; default: 10,000.'),
  })
  .refine(({ url, urlEnv }) => url === undefined || urlEnv === undefined, 'must have either url or urlEnv, not both')
  .describe(
    'How runs are remembered: in files of `historyDir`, or in the PostgreSQL database that `url` or `urlEnv` names; SPECDRIFT_HISTORY_URL goes over it.',
  )
