import { afterEach, expect, test } from 'vitest'
import { createSuiteProject, type SuiteProject } from '../../testing/cli/suite-project.ts'
import { rehearse } from './rehearse.ts'

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /loans: { get: { responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { type: string } } } } } } } }
  /loans/{id}: { get: { responses: { '200': { description: d } } }, delete: { responses: { '204': { description: d } } } }
  /health: { get: { responses: { default: { description: d } } } }
`

let project: SuiteProject
afterEach(() => project.close())

test('covers all safe operations, including one that cannot be planned, without sending requests', async () => {
  project = await createSuiteProject({ description, suites: {}, handler: (_request, response) => response.end() })
  let requests = 0
  await rehearse(project.context(), () => {
    requests += 1
    return false
  })
  expect([requests, project.requests]).toEqual([3, []])
})

test('stops when `isOver` returns true', async () => {
  project = await createSuiteProject({ description, suites: {}, handler: (_request, response) => response.end() })
  let requests = 0
  await rehearse(project.context(), () => {
    requests += 1
    return requests === 2
  })
  expect(requests).toBe(2)
})

test('throws for an unreadable description', async () => {
  project = await createSuiteProject({ description, suites: {}, handler: (_request, response) => response.end() })
  const context = { ...project.context(), description: 'gone.yaml' }
  await expect(rehearse(context, () => false)).rejects.toMatchObject({ name: 'ToolError' })
})
