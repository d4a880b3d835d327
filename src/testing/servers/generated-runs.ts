import { createServer } from 'node:http'
import type { Finding } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import { runGenerated } from '../../run/live/generated/generated.ts'
import { notReachedRows } from '../../run/live/not-reached.ts'
import type { SuiteContext } from '../../suite/api/context.ts'
import type { CallRecord } from '../../suite/calls/record.ts'
import { descriptionOf } from '../check-tester.ts'
import { servers } from './loopback.ts'

/** Handles a request: `key` is method and path with query. */
export type Respond = (key: string, body: Json | undefined) => readonly [status: number, json?: Json]

/** Requests and findings of a run with generated requests. */
export interface GeneratedResult {
  readonly calls: readonly CallRecord[]
  /** Every request as `METHOD /path?query`, in order. */
  readonly requests: readonly string[]
  readonly findings: readonly Finding[]
  /** Rule and message of each finding. */
  readonly found: readonly (readonly [ruleId: string, message: string])[]
  /** Reasons why operations were not reached. */
  readonly notReached: readonly string[]
  statuses(operation: string): readonly (number | undefined)[]
}

/** Runs generated requests against loopback servers that stop after each test. */
export function generatedRuns(): { run(paths: string, respond: Respond, maxCalls?: number): Promise<GeneratedResult> } {
  const { started } = servers()
  return {
    async run(paths, respond, maxCalls = 0) {
      const requests: string[] = []
      const server = createServer(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const text = Buffer.concat(chunks).toString()
        let body: Json | undefined
        try {
          body = text === '' ? undefined : (JSON.parse(text) as Json)
        } catch {
          return response.writeHead(400).end()
        }
        const key = `${request.method} ${request.url}`
        requests.push(key)
        const [status, json] = respond(key, body)
        response.writeHead(status, json === undefined ? {} : { 'content-type': 'application/json' })
        return response.end(json === undefined ? undefined : JSON.stringify(json))
      })
      const baseUrl = `http://127.0.0.1:${await started(server)}`
      const target = { baseUrl, label: 'x', writable: true, credentials: [] }
      const context: SuiteContext = { api: 'x', cwd: '/', specsDir: 'specs', description: '', redact: [], target }
      const description = descriptionOf(`{ openapi: 3.1.0, info: { title: t, version: "1" }, paths: { ${paths} } }`)
      const { calls } = await runGenerated(context, description, {
        ...{ modes: ['positive', 'negative'], runId: 'abc123' },
        ...(maxCalls > 0 && { maxCalls }),
      })
      const findings = calls.flatMap((call) => call.findings)
      return {
        ...{ calls, requests, findings },
        found: findings.map(({ ruleId, message }) => [ruleId, message]),
        notReached: notReachedRows(calls).map(({ because }) => because),
        statuses: (key) => calls.filter(({ operation }) => operation === key).map(({ status }) => status),
      }
    },
  }
}
