import { z } from 'zod'
import { variable } from './values.ts'

/** PostgreSQL URL without a password, because configs are committed and not secret. */
const url = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
  .regex(
    /^[a-z]+:\/\/(?:[^/?#@:]*@)?[^@]*$/,
    'contains a password: put the URL into an environment variable and set urlEnv to its name',
  )
  .refine(
    (text) => /^[^?#]*(?:\?(?:(?:host|sslmode|sslrootcert|sslcert|sslkey)=[^&#]*(?:&|$))*)?$/.test(text),
    'may have the parameters host, sslmode, sslrootcert, sslcert and sslkey only',
  )

/** Database for the history, for CI runners without persistent storage and for sharing between repositories. */
export const historySchema = z
  .strictObject({
    url: url.exactOptional().describe('URL of the database, without a password: postgres://user@host:5432/database.'),
    urlEnv: variable.exactOptional().describe('Environment variable with the URL of the database.'),
    schema: z
      .string()
      .regex(/^[a-z_][a-z0-9_]{0,62}$/, 'must be lower-case letters, digits and _, 63 at most')
      .exactOptional()
      .describe('Schema of the tables, so that several deployments can share a database; default: specdrift.'),
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
