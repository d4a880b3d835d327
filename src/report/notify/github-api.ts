import { toolError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import { own, ownString } from '../../util/json.ts'
import { send } from './request.ts'
import type { Sender } from './target.ts'

/** An issue, pull request or comment, reduced to the fields used here. */
export interface Post {
  /** Number of an issue or pull request; id of a comment. */
  readonly number: number
  readonly body: string
  readonly open: boolean
  readonly isPullRequest: boolean
  /** Author's login. For an app it ends with `[bot]`. */
  readonly author: string
}

/** The parts of GitHub's REST API (version 2022-11-28) used for alerts. All functions throw ALERT_FAILED. */
export interface GithubApi {
  /** Returns all pages of a list. `path` is relative to the repository. */
  list(path: string): Promise<readonly Post[]>
  /** Returns the login of the token's user. Throws ALERT_FAILED if GitHub doesn't reveal it. */
  viewer(): Promise<string>
  /** Creates or updates an object. Only prints it in a dry run. */
  write(method: 'POST' | 'PATCH', path: string, body: object): Promise<void>
}

/** Repository and credentials. */
export interface GithubAccess {
  /** Description of the purpose, used in messages. */
  readonly to: string
  /** `owner/name`. Default: GITHUB_REPOSITORY. */
  readonly repository?: string | undefined
  /** Environment variable with the token. Default: GITHUB_TOKEN. */
  readonly tokenEnv?: string | undefined
}

/** Maximum number of pages searched for a post. */
const mostPages = 50

/** Creates a client for GITHUB_API_URL. Throws ALERT_FAILED without a repository, or without a token unless it is a dry run. */
export function githubApi({ to, repository, tokenEnv = 'GITHUB_TOKEN' }: GithubAccess, sender: Sender): GithubApi {
  const { env, dryRun, version } = sender
  const name = repository ?? env.GITHUB_REPOSITORY ?? ''
  if (!/^[\w.-]+\/[\w.-]+$/.test(name)) throw toolError('ALERT_FAILED', [to, 'GITHUB_REPOSITORY names no owner/name'])
  const token = env[tokenEnv] ?? ''
  if (token === '' && dryRun === undefined) throw toolError('ALERT_FAILED', [to, `${tokenEnv} is not set`])
  const api = (env.GITHUB_API_URL || 'https://api.github.com').replace(/\/+$/, '')
  const root = `${api}/repos/${name}`
  const headers = {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    'user-agent': `specdrift/${version}`,
    ...(token !== '' && { authorization: `Bearer ${token}` }),
  }
  const json = { ...headers, 'content-type': 'application/json' }
  // https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api
  const refusal = 'message'
  return {
    async list(path) {
      // A dry run without a token can't list existing posts.
      if (token === '') return []
      const posts: Post[] = []
      let url: string | undefined = `${root}${path}`
      for (let page = 1; url !== undefined && page <= mostPages; page++) {
        const found = await send({ to, method: 'GET', url, headers, read: 'json', refusal }, sender)
        if (!Array.isArray(found.json)) throw toolError('ALERT_FAILED', [to, 'the response of GitHub is not a list'])
        posts.push(...found.json.map(postOf))
        url = nextPage(found.headers, root)
      }
      return posts
    },
    async viewer() {
      // REST doesn't reveal the login of installation tokens such as GitHub Actions', but GraphQL does. On GitHub Enterprise it is next to /api/v3.
      const url = `${api.replace(/\/api\/v3$/, '/api')}/graphql`
      const body = JSON.stringify({ query: '{ viewer { login } }' })
      const graphqlResponse = await send(
        { to, method: 'POST', url, headers: json, body, read: 'json', refusal },
        sender,
      ).catch(() => undefined)
      // Untrusted JSON: every member is checked.
      const login = ownString(own(own(graphqlResponse?.json as Json, 'data'), 'viewer'), 'login')
      if (login !== '') return login
      const user = await send({ to, method: 'GET', url: `${api}/user`, headers, read: 'json', refusal }, sender)
      const name = ownString(user.json as Json, 'login')
      // An empty login would match comments of deleted users.
      if (name === '') throw toolError('ALERT_FAILED', [to, 'GitHub does not reveal the owner of the token'])
      return name
    },
    async write(method, path, body) {
      if (dryRun) return dryRun(`would ${method} /repos/${name}${path}\n${JSON.stringify(body, null, 2)}\n`)
      await send({ to, method, url: `${root}${path}`, headers: json, body: JSON.stringify(body), refusal }, sender)
    },
  }
}

function postOf(value: unknown): Post {
  // GitHub returns JSON objects; missing members are treated as empty.
  const post = value as Parameters<typeof own>[0]
  const [number, id] = [own(post, 'number'), own(post, 'id')]
  return {
    number: Number(number ?? id),
    body: ownString(post, 'body').replaceAll('\r\n', '\n'),
    open: ownString(post, 'state') !== 'closed',
    isPullRequest: own(post, 'pull_request') !== undefined,
    author: ownString(own(post, 'user'), 'login'),
  }
}

/** Returns the URL of `Link: <…>; rel="next"` (RFC 8288), if it has the same origin, because the token is sent with it. */
function nextPage(headers: Headers, root: string): string | undefined {
  const url = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return url !== undefined && URL.canParse(url) && new URL(url).origin === new URL(root).origin ? url : undefined
}
