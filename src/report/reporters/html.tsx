import { render } from 'preact-render-to-string'
import { defineReporter } from '../../model/report.ts'
import { Page } from '../page/page.tsx'

/** The report as one page that loads nothing and is whole without a script. */
export default defineReporter({
  name: 'html',
  file: 'index.html',
  title: 'One HTML page, nothing to load',
  render: (report) => `<!doctype html>\n${render(<Page report={report} />)}\n`,
})
