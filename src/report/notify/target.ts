/** One issue per API in a GitHub repository, edited in place. */
export interface GithubIssueTarget {
  readonly type: 'github-issue'
  /** `owner/name`; default: GITHUB_REPOSITORY. */
  readonly repository?: string
  /** The environment variable that holds a token with `issues: write`; default: GITHUB_TOKEN. */
  readonly tokenEnv?: string
  /** What the issue is found by; default: `specdrift`. */
  readonly label?: string
  readonly assignees?: readonly string[]
  /** Runs without an open finding after which it is closed; default: 3. */
  readonly cleanRuns?: number
}

/** Any address that takes JSON, signed when there is a secret. */
export interface WebhookTarget {
  readonly type: 'webhook'
  readonly urlEnv: string
  readonly secretEnv?: string
}

/** An incoming webhook of Slack, or of what speaks its language. */
export interface SlackTarget {
  readonly type: 'slack'
  readonly urlEnv: string
}

/** Where alerts go. Secrets, the addresses of webhooks among them, come by the name of an environment variable. */
export type AlertTarget = GithubIssueTarget | WebhookTarget | SlackTarget

/** What sending takes from its environment. */
export interface Sender {
  readonly env: Readonly<Record<string, string | undefined>>
  /** As `fetch`, of a URL and text. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Resolves after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** The version of specdrift. */
  readonly version: string
  /** Takes what would be sent: nothing is, when it is given. */
  readonly dryRun?: (text: string) => void
}

/** What a target is called in messages: never by its address, which may hold a secret. */
export function nameOf(target: AlertTarget): string {
  return target.type === 'github-issue' ? 'the GitHub issue' : `the ${target.type} of ${target.urlEnv}`
}

/** The page of the run on GitHub, where it is one of GitHub Actions. */
export function runUrlOf({ env }: Pick<Sender, 'env'>): string | undefined {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = env
  return GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_RUN_ID
    ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
    : undefined
}
