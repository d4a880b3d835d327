import { expect, it } from 'vitest'
import { monitorReport } from '../testing/sample-report.ts'
import { loadReporter } from './load-reporter.ts'
import { renderReport } from './render.ts'
import { reporters } from './reporters/index.ts'

it('renders a format by name', () => {
  expect(JSON.parse(renderReport(monitorReport(), 'json')).kind).toBe('monitor')
})

it('suggests a similar format', () => {
  expect(() => renderReport(monitorReport(), 'mardown')).toThrow('No format called mardown; did you mean markdown?')
  expect(() => renderReport(monitorReport(), 'pdf-with-charts')).toThrow(
    'there are badge, ctrf, github, gl-code-quality, html, json, junit, markdown, one-line, openmetrics, sarif, text',
  )
})

it('loads a single reporter by name', async () => {
  for (const reporter of reporters) expect(await loadReporter(reporter.name)).toBe(reporter)
  await expect(loadReporter('mardown')).rejects.toThrow('No format called mardown; did you mean markdown?')
  await expect(loadReporter('constructor')).rejects.toThrow('No format called constructor')
})
