import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { JsonObject } from '../../model/json.ts'
import type { Report } from '../../model/report.ts'
import { type CliEnd, startCli } from '../../testing/cli/cli-process.ts'
import { type KeptFolder, keepFolder } from '../../testing/cli/kept-folder.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { run } from '../run.ts'

const one = `{ description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Topic' } } } }`
const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /topics:
    get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Topic' } } } } } } }
    post: { requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Input' } } } }, responses: { '201': ${one}, '422': { description: d } } }
  /topics/{topicId}:
    parameters: [{ name: topicId, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': ${one}, '404': { description: d } } }
    delete: { responses: { '204': { description: d }, '404': { description: d } } }
components:
  schemas:
    Input: { type: object, required: [name], properties: { name: { type: string, minLength: 3, maxLength: 40 }, size: { type: integer, minimum: 0, maximum: 5 } } }
    Topic: { allOf: [{ $ref: '#/components/schemas/Input' }, { type: object, required: [id], properties: { id: { type: integer } } }] }
`

type Topic = JsonObject & { readonly id: number; readonly name: string }
/** When to stop a run: while the response about its third topic is pending, or after it. */
type Moment = 'made, not responded' | 'responded'

let project: SuiteProject
let topics: Map<number, Topic>
let refuses: boolean
/** Lower limit for new numbers; 0 if numbers of deleted topics are reused. */
let lastId: number
/** Called when the third topic exists, or at the next request. */
let end: { readonly when: Moment; now(): void } | undefined

/** Returns `{}` for anything but an object. */
function read(text: string): JsonObject {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as JsonObject) : {}
  } catch {
    return {}
  }
}

/** Returns whether to send the response. */
function isSent(isMade: boolean): boolean {
  const isThird = topics.size === 3
  if (end === undefined || !isThird || isMade !== (end.when === 'made, not responded')) return true
  const { now } = end
  end = undefined
  now()
  return false
}

async function respond({ method, url = '' }: IncomingMessage, response: ServerResponse, text: string) {
  const send = (status: number, body?: unknown): unknown =>
    body === undefined ? response.writeHead(status).end() : sendJson(response, body, status)
  if (!isSent(false)) return
  if (method === 'POST') {
    const { name, size = 1 } = read(text)
    if (typeof name !== 'string' || name.length < 3 || typeof size !== 'number') return send(422)
    if (name.length > 40 || !Number.isInteger(size) || size < 0 || size > 5) return send(422)
    const id = Math.max(lastId, ...topics.keys()) + 1
    if (lastId > 0) lastId = id
    topics.set(id, { id, name, size })
    return isSent(true) ? send(201, topics.get(id)) : undefined
  }
  if (url === '/topics') return send(200, [...topics.values()])
  const topic = topics.get(Number(url.split('/')[2]))
  if (topic === undefined) return send(404)
  if (method === 'GET') return send(200, topic)
  if (refuses) return send(403)
  topics.delete(topic.id)
  return send(204)
}

/** The project and the initial topics, and those left by a run killed at a given moment. */
const states = new Map<'new' | Moment, { kept: KeptFolder; was: typeof topics; end?: CliEnd }>()

async function keep(name: 'new' | Moment, how?: CliEnd) {
  states.set(name, { kept: await keepFolder(project.folder), was: new Map(topics), ...(how && { end: how }) })
}

async function restore(name: 'new' | Moment): Promise<CliEnd | undefined> {
  const state = states.get(name)
  await state?.kept.restore()
  topics = new Map(state?.was)
  return state?.end
}

/** Creates the state after a run was killed at a moment. Cached per moment. */
async function killed(when: Moment): Promise<CliEnd | undefined> {
  if (!states.has(when)) await keep(when, await ended('SIGKILL', when))
  return restore(when)
}

beforeAll(async () => {
  topics = new Map()
  project = await createSuiteProject({
    description,
    suites: {},
    handler: (request, response) => {
      let text = ''
      request.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      request.on('end', () => respond(request, response, text))
    },
  })
  const demo = { target: { baseUrl: project.baseUrl, writable: true } }
  await project.put('specdrift.config.json', JSON.stringify({ apis: { demo } }))
  expect(await runCli(run, ['snapshot', 'add', 'demo', 'openapi.yaml'], { cwd: project.folder })).toMatchObject({
    code: 0,
  })
  await keep('new')
})
beforeEach(async () => {
  refuses = false
  lastId = 0
  end = undefined
  await restore('new')
})
afterAll(() => Promise.all([project, ...[...states.values()].map(({ kept }) => kept)].map((each) => each.close())))

const words = ['test', 'demo', '--generate', 'positive,negative']
const start = () => startCli(words, { cwd: project.folder })
/** The same in this process. */
const next = () => runCli(run, words, { cwd: project.folder, clock: Date.now })
const journals = () => readdir(join(project.folder, 'reports/demo/made')).catch(() => [])
const report = async (): Promise<Report> =>
  JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))
const leftRows = async () => (await report()).notChecked.filter(({ what }) => what.startsWith('deleting'))

/** Starts a run that is stopped by a signal after creating three topics. */
async function ended(signal: NodeJS.Signals, when: Moment) {
  const cli = start()
  end = { when, now: () => cli.kill(signal) }
  return cli.ended
}

it.each<Moment>(['made, not responded', 'responded'])(
  'what a run that was killed has made (the third %s) is deleted by the next, which says so',
  async (when) => {
    expect(await killed(when)).toMatchObject({ signal: 'SIGKILL' })
    const ids = [...topics.keys()]
    expect([ids, await journals()]).toEqual([[1, 2, 3], [expect.stringMatching(/^[0-9a-f]{6}\.ndjson$/)]])
    const { code, stderr } = await next()
    expect([code, [...topics.keys()], await journals()]).toEqual([0, [], []])
    expect(stderr).toMatch(/^deleted what a run that ended at \S+Z had left: 3, 2, 1 \(POST \/topics\)$/m)
  },
)

it('doctor lists resources left by a killed run and how to delete them', async () => {
  await killed('made, not responded')
  const { stdout } = await runCli(run, ['doctor', 'demo'], { cwd: project.folder })
  expect(stdout).toMatch(/left behind .*POST \/topics made topicId 1, 2; .*POST \/topics.*[0-9a-f]{8}/)
  expect(stdout).toContain('specdrift test demo --generate positive')
  expect([...topics.keys()]).toEqual([1, 2, 3])
})

it('lists but does not delete a resource that now belongs to somebody else', async () => {
  await killed('responded')
  // The service was reset.
  for (const id of topics.keys()) topics.set(id, { id, name: 'of a customer' })
  expect((await next()).code).toBe(0)
  expect([...topics.values()].map(({ name }) => name)).toEqual(Array(3).fill('of a customer'))
  const what = expect.stringMatching(/^deleting topicId 1, 2, 3, which a run that ended at \S+Z made$/)
  const because = expect.stringMatching(/^whether it still is what was made is unknown: /)
  expect(await leftRows()).toContainEqual({ operation: 'POST /topics', what, because })
})

it("lists resources that can't be deleted once per run, until they can", async () => {
  await killed('made, not responded')
  refuses = true
  await next()
  const own = /^deleting topicId \d+(, \d+)*, which it made$/
  const rows = await leftRows()
  expect(rows.map(({ what }) => what.replace(own, 'own')).sort()).toEqual([
    expect.stringMatching(/^deleting topicId 1, 2, 3, which a run that ended at \S+Z made$/),
    'own',
  ])
  refuses = false
  await next()
  expect([[...topics.keys()], await journals(), await leftRows()]).toEqual([[], [], []])
})

it('a stopped run deletes its own resources', async () => {
  expect(await ended('SIGTERM', 'responded')).toMatchObject({ code: 143 })
  expect([...topics.keys()]).toEqual([])
  // A request may have been pending, so the next run searches for its resource and finds none.
  await next()
  expect([[...topics.keys()], await journals(), await leftRows()]).toEqual([[], [], []])
})

it("concurrent runs don't delete each other's resources, and leave nothing behind", async () => {
  await killed('made, not responded')
  // A number reused during concurrent runs may belong to anybody, so the resource is kept and listed.
  lastId = 100
  const all = await Promise.all([start().ended, start().ended, start().ended])
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
  expect([[...topics.keys()], await journals()]).toEqual([[], []])
})
