import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { JsonObject } from '../../model/json.ts'
import type { Report } from '../../model/report.ts'
import { startCli } from '../../testing/cli/cli-process.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { run } from '../run.ts'

const theme = '{ type: object, properties: { id: { type: integer }, name: { type: string } } }'
const json = (schema: string) => `{ description: d, content: { application/json: { schema: ${schema} } } }`
const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /themes:
    get: { responses: { '200': ${json(`{ type: array, items: ${theme} }`)} } }
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }, responses: { '201': ${json(theme)} } }
  /themes/{themeId}:
    parameters: [{ name: themeId, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': ${json(theme)}, '404': { description: d } } }
    delete: { responses: { '204': { description: d }, '404': { description: d } } }
`

type Theme = JsonObject & { readonly id: number }

/** A service whose POST overwrites theme 1. */
interface Service {
  readonly themes: Map<number, Theme>
  /** What the list shows. */
  list(): readonly [status: number, body?: readonly Theme[]]
  /** Adds or overwrites a theme. */
  create(body: JsonObject): void
}

const projects: SuiteProject[] = []
afterAll(() => Promise.all(projects.map((one) => one.close())))

/** Kills a run while its first creation has no response, then runs again. Returns the themes and the report of the second run. */
async function killedAndRunAgain({ themes, list, create }: Service) {
  let kill: (() => void) | undefined
  let isFirst = true
  const respond = ({ method, url = '' }: IncomingMessage, response: ServerResponse, text: string): unknown => {
    const send = (status: number, body?: unknown): unknown =>
      body === undefined ? response.writeHead(status).end() : sendJson(response, body, status)
    if (method === 'POST') {
      if (!isFirst) return send(503)
      isFirst = false
      create(JSON.parse(text) as JsonObject)
      return kill?.()
    }
    if (url === '/themes') return send(...list())
    const id = Number(url.split('/')[2])
    if (method === 'DELETE') return send(themes.delete(id) ? 204 : 404)
    return themes.has(id) ? send(200, themes.get(id)) : send(404)
  }
  const project = await createSuiteProject({
    description,
    suites: {},
    handler: async (request, response) => {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      respond(request, response, text)
    },
  })
  projects.push(project)
  const { folder: cwd } = project
  const demo = { target: { baseUrl: project.baseUrl, writable: true } }
  await project.put('specdrift.config.json', JSON.stringify({ apis: { demo } }))
  expect(await runCli(run, ['snapshot', 'add', 'demo', 'openapi.yaml'], { cwd })).toMatchObject({ code: 0 })
  const words = ['test', 'demo', '--generate', 'positive']
  const cli = startCli(words, { cwd })
  kill = () => cli.kill('SIGKILL')
  expect(await cli.ended).toMatchObject({ signal: 'SIGKILL' })
  expect(await readdir(join(cwd, 'reports/demo/made'))).toHaveLength(1)
  await runCli(run, words, { cwd, clock: Date.now })
  const report = JSON.parse(await readFile(join(cwd, 'reports/demo/report.json'), 'utf8')) as Report
  const left = (report.targetChanges ?? []).filter(({ kind }) => kind === 'left-behind')
  return { ids: [...themes.keys()], left }
}

const theirs: Theme = { id: 1, name: 'theirs' }
const others: readonly Theme[] = [2, 3].map((id) => ({ id, name: `theirs ${id}` }))

it.each([
  ['the list showed it before', 'listed'],
  ['the list could not be read before', 'unreadable'],
  ['the list showed only the latest, and it was not one of them', 'paged'],
])(
  'the run after a killed run names and keeps a resource that its creation may have overwritten: %s',
  async (_, kind) => {
    const themes = new Map([theirs, ...others].map((one) => [one.id, one]))
    let isOver = false
    const { ids, left } = await killedAndRunAgain({
      themes,
      list() {
        if (kind === 'unreadable' && !isOver) return [503]
        const all = [...themes.values()]
        // Latest first, because an overwritten theme moves to the end of the map.
        return [200, kind === 'paged' ? all.slice(-2) : all]
      },
      create(body) {
        isOver = true
        themes.delete(1)
        themes.set(1, { ...body, id: 1 })
      },
    })
    if (kind === 'paged') expect(ids).toEqual([2, 3, 1])
    expect(ids).toContain(1)
    expect(left).toEqual([
      expect.objectContaining({
        operation: 'POST /themes',
        names: [expect.stringMatching(/^\/themes \{"name":".*[0-9a-f]{8}.*"\}$/)],
        because: expect.stringMatching(/ may have been there before$/),
      }),
    ])
  },
)

it('the run after a killed run deletes a resource that a complete list did not show before', async () => {
  const themes = new Map([theirs, ...others].map((one) => [one.id, one]))
  const { ids, left } = await killedAndRunAgain({
    themes,
    list: () => [200, [...themes.values()]],
    create: (body) => void themes.set(9, { ...body, id: 9 }),
  })
  expect([ids, left]).toEqual([[1, 2, 3], []])
})
