import { expect, it } from 'vitest'
import { monitorReport } from '../testing/sample-report.ts'
import { renderReport } from './render.ts'

it('renders by the name of the format', () => {
  expect(JSON.parse(renderReport(monitorReport(), 'json')).kind).toBe('monitor')
})

it('says what may have been meant', () => {
  expect(() => renderReport(monitorReport(), 'mardown')).toThrow('No format called mardown; did you mean markdown?')
  expect(() => renderReport(monitorReport(), 'pdf-with-charts')).toThrow(
    'there are github, html, json, junit, markdown, one-line, sarif, text',
  )
})
