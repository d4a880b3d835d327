import { expect, it } from 'vitest'
import { history, monitorReport } from '../../../testing/sample-report.ts'
import { renderReport } from '../../render.ts'

it.each([
  [3, true],
  [30, false],
])('a chart of %i runs begins at its left edge on a phone: %s', (runs, isLeft) => {
  const page = renderReport(monitorReport({ history: history(runs) }), 'html', { colour: false })
  expect(page).toContain(isLeft ? 'class="wide chart-box few"' : 'class="wide chart-box"')
  expect(page).toContain('.chart-box:not(.few) { direction: rtl; }')
})
