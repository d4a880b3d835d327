import { createInspector, type RawExchange } from '../drift/checking/inspect.ts'
import { descriptionOf } from './check-tester.ts'

/** Inspects a recorded request to an operation. Returns location and message of violations, or why it was not checked. */
export function foundInRequest(parts: string, raw: Partial<RawExchange>, version = '3.1.0'): string[] {
  const inspector = createInspector(
    descriptionOf(`
openapi: ${version}
info: { title: t, version: '1' }
paths: { /a: { post: { ${parts}, responses: { '200': { description: d } } } } }`),
  )
  const { findings, notChecked } = inspector.inspect({
    ...{ method: 'POST', path: '/a', status: 200, headers: {} },
    ...raw,
  })
  return [
    ...findings.map(
      ({ site, message, assumed }) =>
        `${site.part}${site.pointer} ${message.replace('the assumption is wrong: ', '')}${assumed ? ' (a)' : ''}`,
    ),
    ...notChecked.map(({ what, because }) => `${what}: ${because}`),
  ]
}
