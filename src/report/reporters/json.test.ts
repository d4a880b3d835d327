import { expect, it } from 'vitest'
import { hostileReport } from '../../testing/sample-report.ts'
import json from './json.ts'

it('is the report itself, hostile text included, and ends with a line break', () => {
  const report = hostileReport()
  const rendered = json.render(report, { colour: false })
  expect(JSON.parse(rendered)).toEqual(report)
  expect(rendered.endsWith('}\n')).toBe(true)
})
