import { expect, it } from 'vitest'
import type { TargetChange } from '../../model/report/target-changes.ts'
import { diffReport, monitorReport } from '../../testing/sample-report.ts'
import html from '../reporters/html.tsx'
import json from '../reporters/json.ts'
import markdown from '../reporters/markdown.ts'
import text from '../reporters/text.ts'

const changes: readonly TargetChange[] = [
  { kind: 'created', operation: 'POST /orders', count: 3, names: ['/orders/7', '/orders/8'] },
  { kind: 'changed', operation: 'PUT /orders/{id}', count: 1, names: ['/orders/1'], wasThere: true },
  { kind: 'deleted', operation: 'DELETE /orders/{id}', count: 1, names: ['/orders/8'] },
  {
    kind: 'left-behind',
    operation: 'POST /orders',
    count: 1,
    names: ['/orders/7'],
    because: 'DELETE /orders/{id} got 403',
  },
]
const words = '3 created, 1 changed, 1 deleted, 1 left behind; 1 of these possibly not created by this run'
const lines = [
  'changed 1: /orders/1 (possibly not created by this run)',
  'left behind 1: /orders/7 (DELETE /orders/{id} got 403)',
]

const options = { colour: false }

/** The text of a format without what only marks it up. */
const shown = (all: string): string =>
  all
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\\`]/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/\s+/g, ' ')

it.each([text, markdown, html])('$name lists the changes of a run to its target', ({ render }) => {
  const changed = shown(render({ ...monitorReport(), targetChanges: changes }, options))
  for (const one of ['Changed on the target', words, ...lines]) expect(changed).toContain(one)
})

it.each([text, markdown, html])(
  '$name says that a run changed nothing, and nothing where nothing is called',
  ({ render }) => {
    expect(shown(render({ ...monitorReport(), targetChanges: [] }, options))).toMatch(/Changed on the target.*?nothing/)
    expect(render(diffReport(), options)).not.toContain('Changed on the target')
  },
)

it('JSON contains the same changes', () => {
  expect(JSON.parse(json.render({ ...monitorReport(), targetChanges: changes }, options))).toMatchObject({
    targetChanges: changes,
  })
})
