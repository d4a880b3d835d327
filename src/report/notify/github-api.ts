import { toolError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import { own, ownString } from '../../util/json.ts'
import { send } from './request.ts'
import type { Sender } from './target.ts'

/** An issue, a pull request or a comment, as far as it is read here. */
export interface Post {
  /** Of an issue or pull request; of a comment its id. */
  readonly number: number
  readonly body: string
  readonly open: boolean
  readonly isPullRequest: boolean
  /** The login of its author; of an app it ends with `[bot]`. */
  readonly author: string
}

/** The parts of GitHub's REST API (version 2022-11-28) that alerts need. Each throws ALERT_FAILED. */
export interface GithubApi {
  /** All pages of a list, `path` below the repository. */
  list(path: string): Promise<readonly Post[]>
  /** The login that the token writes as. Throws ALERT_FAILED where GitHub does not say. */
  viewer(): Promise<string>
  /** Creates or changes something; only says so in a dry run. */
  write(method: 'POST' | 'PATCH', path: string, body: object): Promise<void>
}

/** Where a repository is, and who may write to it. */
export interface GithubAccess {
  /** What it is for, in words. */
  readonly to: string
  /** `owner/name`; default: GITHUB_REPOSITORY. */
  readonly repository?: string | undefined
  /** The environment variable of the token; default: GITHUB_TOKEN. */
  readonly tokenEnv?: string | undefined
}

/** Lists longer than this hold more than a search for one post should read. */
const mostPages = 50

/** Opens the API at GITHUB_API_URL. Throws ALERT_FAILED without a repository, or without a token outside a dry run. */
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
      // Without a token a dry run cannot list existing posts.
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
      // REST does not say whose an installation token is, as that of GitHub Actions; GraphQL does. GitHub Enterprise has it beside /api/v3.
      const url = `${api.replace(/\/api\/v3$/, '/api')}/graphql`
      const body = JSON.stringify({ query: '{ viewer { login } }' })
      const asked = await send({ to, method: 'POST', url, headers: json, body, read: 'json', refusal }, sender).catch(
        () => undefined,
      )
      // JSON of a server; each member is looked for.
      const login = ownString(own(own(asked?.json as Json, 'data'), 'viewer'), 'login')
      if (login !== '') return login
      const user = await send({ to, method: 'GET', url: `${api}/user`, headers, read: 'json', refusal }, sender)
      const name = ownString(user.json as Json, 'login')
      // A comment of a deleted user has no author either.
      if (name === '') throw toolError('ALERT_FAILED', [to, 'GitHub does not say whose the token is'])
      return name
    },
    async write(method, path, body) {
      if (dryRun) return dryRun(`would ${method} /repos/${name}${path}\n${JSON.stringify(body, null, 2)}\n`)
      await send({ to, method, url: `${root}${path}`, headers: json, body: JSON.stringify(body), refusal }, sender)
    },
  }
}

function postOf(value: unknown): Post {
  // A list of GitHub's holds JSON objects; what is missing in one is read as nothing.
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

/** The page that `Link: <…>; rel="next"` names (RFC 8288); the token goes to the origin it was meant for only. */
function nextPage(headers: Headers, root: string): string | undefined {
  const url = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return url !== undefined && URL.canParse(url) && new URL(url).origin === new URL(root).origin ? url : undefined
}
