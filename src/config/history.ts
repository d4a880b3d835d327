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
    url: url.exactOptional().describe('URL of the database, without a password: postgres://user@host:5432/database.'),
    urlEnv: variable.exactOptional().describe('Environment variable with the URL of the database.'),
    required: z
      .boolean()
      .exactOptional()
      .describe("Exit with 2 if a run can't be stored in the history; default: false."),
    timeoutMs: z
      .number()
      .int()
      .min(1)
      .max(600_000)
      .exactOptional()
      .describe('Milliseconds that a run may wait for its history in total; default: 10,000.'),
  })
  .refine(({ url, urlEnv }) => url === undefined || urlEnv === undefined, 'must have either url or urlEnv, not both')
  .describe(
    'Database for the run history: a PostgreSQL database instead of files in `historyDir`; SPECDRIFT_HISTORY_URL overrides it.',
  )
