import { expect, it } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import { createInspector } from '../checking/inspect.ts'

const description = descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
paths: { /things: { get: { responses: { 200: { description: ok } } } } }`)

const found = (milliseconds: number, responseTimeMs?: number) =>
  createInspector(description, responseTimeMs === undefined ? {} : { responseTimeMs })
    .inspect({ method: 'GET', path: '/things', status: 200, headers: {}, milliseconds })
    .findings.map(({ message, severity, before }) => ({ message, severity, before }))

it('reports nothing without a limit or within it', () => {
  expect(found(60_000)).toEqual([])
  expect(found(200, 200)).toEqual([])
})

it('reports an exceeded limit', () => {
  const message = 'took longer than the 200 ms of its budget'
  expect(found(201, 200)).toEqual([{ message, severity: 'warning', before: 200 }])
})
