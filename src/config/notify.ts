import { z } from 'zod'

const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')

/** Where alerts go; the addresses of webhooks are secrets too. */
export const notifySchema = z
  .array(
    z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('github-issue'),
        /** `owner/name`; GITHUB_REPOSITORY unless given. */
        repository: z
          .string()
          .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')
          .exactOptional(),
        /** Holds a token with `issues: write`; GITHUB_TOKEN unless given. */
        tokenEnv: variable.exactOptional(),
        /** What the issue is found by; `specdrift` unless given. */
        label: z.string().min(1).max(50).exactOptional(),
        assignees: z.array(z.string().min(1)).readonly().exactOptional(),
        /** Runs without an open finding after which it is closed; 3 unless given. */
        cleanRuns: z.int().min(1).exactOptional(),
      }),
      z.strictObject({
        type: z.literal('webhook'),
        urlEnv: variable,
        /** Holds the key that messages are signed with. */
        secretEnv: variable.exactOptional(),
      }),
      z.strictObject({ type: z.literal('slack'), urlEnv: variable }),
    ]),
  )
  .readonly()
