import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RunContext } from '../../run/live/run-context.ts'
import type { SuiteContext, Target } from '../../suite/api/context.ts'

/** Request handler of a test's API. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A project in a temporary folder with a description, suites and a running API. */
export interface SuiteProject {
  readonly folder: string
  readonly baseUrl: string
  /** `METHOD /path` of every request the API received, in order. */
  readonly requests: readonly string[]
  context(target?: Partial<Target>): SuiteContext
  /** Writes another file and creates its folders. */
  put(name: string, text: string): Promise<void>
  close(): Promise<void>
}

export interface SuiteProjectParts {
  /** OpenAPI description as YAML. */
  readonly description: string
  /** Suite code by file name. Each file is prefixed with the import of `contract`, and `api` is defined. */
  readonly suites: Readonly<Record<string, string>>
  readonly handler: Handler
}

const head = `import { contract } from 'specdrift/suite'
import { beforeAll, describe, expect, test } from 'vitest'
const api = await contract({ api: 'demo' })
`

/** Creates the project and starts its API on a free port. */
export async function createSuiteProject({ description, suites, handler }: SuiteProjectParts): Promise<SuiteProject> {
  const folder = await mkdtemp(join(tmpdir(), 'specdrift-suite-'))
  await writeFile(join(folder, 'openapi.yaml'), description)
  const put = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  for (const [name, text] of Object.entries(suites)) await put(name, `${head}${text}`)
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    handler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server listening on a port has an AddressInfo.
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    folder,
    baseUrl,
    requests,
    put,
    context: (target = {}) => ({
      api: 'demo',
      cwd: folder,
      specsDir: 'specs',
      description: 'openapi.yaml',
      target: { baseUrl, label: 'demo', writable: true, credentials: [], ...target },
      redact: [],
    }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true })
    },
  }
}

/** Sends a JSON response. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Returns the context of a run with all suites in a folder. */
export function liveRun(
  {
    api,
    cwd,
    target,
    specsDir = 'specs',
    rules = {},
    ...settings
  }: Pick<SuiteContext, 'api' | 'cwd' | 'target'> & Partial<SuiteContext>,
  more: Partial<RunContext> = {},
): RunContext {
  return {
    ...{ kind: 'test', cwd, target, flags: {}, baseline: { entries: [] }, earlier: [], consumers: [] },
    config: { policy: 'compat', failOn: 'error', specsDir, rules },
    api: { suites: '*.suite.ts', ...settings, name: api, configFile: undefined },
    clock: () => 0,
    log: () => {},
    ...more,
  }
}
