import { z } from 'zod'
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
export const notifySchema = z.array(z.discriminatedUnion('type', [githubIssue, webhook, slack])).readonly()
