import { createServer, type IncomingMessage } from 'node:http'
import { listen } from './loopback.ts'

/** An issue with the fields used for alerts. */
export interface StoredIssue {
  readonly number: number
  title: string
  body: string
  state: 'open' | 'closed'
  labels: readonly string[]
  /** Set on pull requests, which GitHub lists as issues. */
  readonly pull_request?: object
  readonly comments: StoredComment[]
}

export interface StoredComment {
  readonly id: number
  body: string
  /** Author. Default: owner of the token. */
  readonly user?: { readonly login: string; readonly type: 'User' | 'Bot' }
}

/** Response that replaces the regular one. */
export interface Fault {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Loopback server that imitates the parts of GitHub's REST API used for alerts. */
export interface GithubStandIn {
  readonly url: string
  /** Environment that makes the command line use this server. */
  readonly env: Readonly<Record<string, string>>
  readonly issues: StoredIssue[]
  /** `METHOD path` of every request, relative to the repository, without query. */
  readonly requests: string[]
  /** Responses for the next requests, before any regular one. */
  readonly faults: Fault[]
  /** Owner of the token. Default: the user of GitHub Actions. */
  viewer: { login: string; type: 'User' | 'Bot'; api: 'graphql' | 'user' | 'none' }
  addIssue(parts: Partial<StoredIssue>): StoredIssue
  close(): Promise<void>
}

const repository = 'octo/shop'
const token = 'github-token-of-the-test'

/** Starts the server with an empty repository. `pageSize`: maximum number of posts per page. */
export async function startGithub({ pageSize = 100 } = {}): Promise<GithubStandIn> {
  const issues: StoredIssue[] = []
  const requests: string[] = []
  const faults: Fault[] = []
  const viewer: GithubStandIn['viewer'] = { login: 'github-actions[bot]', type: 'Bot', api: 'graphql' }
  const author = () => ({ login: viewer.login, type: viewer.type })
  let ids = 1000
  const addIssue = (parts: Partial<StoredIssue>): StoredIssue => {
    const issue: StoredIssue = {
      number: issues.length + 1,
      title: '',
      body: '',
      state: 'open',
      labels: [],
      comments: [],
      ...parts,
    }
    issues.push(issue)
    return issue
  }
  const respond = (method: string, url: URL, body: Partial<StoredIssue>): { status: number; json: unknown } => {
    // The token of GitHub Actions may not read /user. Servers that imitate GitHub may lack GraphQL.
    if (url.pathname === '/user') return viewer.api === 'user' ? { status: 200, json: author() } : refused
    if (url.pathname === '/graphql')
      return viewer.api === 'graphql' ? { status: 200, json: { data: { viewer: { login: viewer.login } } } } : missing
    const path = url.pathname.slice(`/repos/${repository}`.length)
    const [, kind, number] = /^\/issues(?:\/(\d+|comments))?(?:\/(\d+|comments))?$/.exec(path) ?? []
    if ((body.body ?? '').length > 65_536) return { status: 422, json: { message: 'body is too long' } }
    if (method === 'GET' && path === '/issues') return { status: 200, json: issues.filter(matching(url.searchParams)) }
    if (method === 'POST' && path === '/issues') return { status: 201, json: addIssue(body) }
    if (kind === 'comments') {
      const comment = issues.flatMap(({ comments }) => comments).find(({ id }) => id === Number(number))
      return comment === undefined ? missing : { status: 200, json: Object.assign(comment, body) }
    }
    const issue = issues.find((candidate) => candidate.number === Number(kind))
    if (issue === undefined) return missing
    if (method === 'PATCH') return { status: 200, json: Object.assign(issue, body) }
    if (method === 'GET') return { status: 200, json: issue.comments.map((one) => ({ user: author(), ...one })) }
    const comment = { id: ids++, body: body.body ?? '', user: author() }
    issue.comments.push(comment)
    return { status: 201, json: comment }
  }
  const server = createServer(async (request, response) => {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '', origin)
    const body = await readJson(request)
    requests.push(`${method} ${url.pathname.replace(`/repos/${repository}`, '')}`)
    const fault = faults.shift()
    if (fault !== undefined)
      return response.writeHead(fault.status, fault.headers).end(JSON.stringify(fault.body ?? {}))
    const { status, json } =
      headers.authorization === `Bearer ${token}` ? respond(method, url, body) : { status: 401, json: {} }
    const page = Number(url.searchParams.get('page') ?? 1)
    const rest = Array.isArray(json) ? json.length - page * pageSize : 0
    const next = new URL(url)
    next.searchParams.set('page', String(page + 1))
    const shown = Array.isArray(json) ? json.slice((page - 1) * pageSize, page * pageSize) : json
    return response
      .writeHead(status, { 'content-type': 'application/json', ...(rest > 0 && { link: `<${next}>; rel="next"` }) })
      .end(JSON.stringify(shown))
  })
  const origin = `http://127.0.0.1:${await listen(server)}`
  const env = { GITHUB_API_URL: origin, GITHUB_REPOSITORY: repository, GITHUB_TOKEN: token }
  return {
    url: origin,
    env,
    issues,
    requests,
    faults,
    viewer,
    addIssue,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const refused = { status: 403, json: { message: 'Resource not accessible by integration' } }
const missing = { status: 404, json: { message: 'Not Found' } }

/** Filters issues by the query's `state` and `labels`. */
function matching(query: URLSearchParams): (issue: StoredIssue) => boolean {
  const wanted = (query.get('labels') ?? '').split(',').filter(Boolean)
  const state = query.get('state') ?? 'open'
  return (issue) => (state === 'all' || issue.state === state) && wanted.every((label) => issue.labels.includes(label))
}

async function readJson(request: IncomingMessage): Promise<Partial<StoredIssue>> {
  let text = ''
  for await (const chunk of request) text += chunk
  // Requests come only from our own client.
  return text === '' ? {} : (JSON.parse(text) as Partial<StoredIssue>)
}
