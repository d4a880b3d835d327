import { render } from 'preact-render-to-string'
import { defineReporter } from '../../model/report.ts'
import { Page } from '../page/page.tsx'

export default defineReporter({
  name: 'html',
  file: 'index.html',
  title: 'One HTML page without external files',
  render: (report) => `<!doctype html>\n${render(<Page report={report} />)}\n`,
})
