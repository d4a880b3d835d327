/** One issue per API in a GitHub repository, edited in place. */
export interface GithubIssueTarget {
  readonly type: 'github-issue'
  /** `owner/name`. Default: GITHUB_REPOSITORY. */
  readonly repository?: string
  /** Environment variable with a token that has `issues: write`. Default: GITHUB_TOKEN. */
  readonly tokenEnv?: string
  /** Label that identifies the issue. Default: `specdrift`. */
  readonly label?: string
  readonly assignees?: readonly string[]
  /** Number of clean runs after which the issue is closed. Default: 3. */
  readonly cleanRuns?: number
}

/** URL that receives JSON, signed if there is a secret. */
export interface WebhookTarget {
  readonly type: 'webhook'
  readonly urlEnv: string
  readonly secretEnv?: string
}

/** Slack-compatible incoming webhook. */
export interface SlackTarget {
  readonly type: 'slack'
  readonly urlEnv: string
}

/** Destination of alerts. Secrets and webhook URLs are named by environment variable. */
export type AlertTarget = GithubIssueTarget | WebhookTarget | SlackTarget

/** Environment for sending alerts. */
export interface Sender {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Compatible with the global `fetch`. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Returns milliseconds since the epoch. */
  readonly clock: () => number
  readonly wait: (milliseconds: number) => Promise<void>
  readonly version: string
  /** Receives messages instead of sending them. */
  readonly dryRun?: (text: string) => void
}

/** Returns a target's name for messages. Never its URL, which may be secret. */
export function nameOf(target: AlertTarget): string {
  return target.type === 'github-issue' ? 'the GitHub issue' : `the ${target.type} of ${target.urlEnv}`
}

/** Returns the page of the current GitHub Actions run, if there is one. */
export function runUrlOf({ env }: Pick<Sender, 'env'>): string | undefined {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = env
  return GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_RUN_ID
    ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
    : undefined
}
