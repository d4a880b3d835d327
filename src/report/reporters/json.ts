import { defineReporter } from '../../model/report.ts'
import { jsonPieces, jsonText } from '../labels.ts'

/** The report itself: what every other format is rendered from. */
export default defineReporter({
  name: 'json',
  file: 'report.json',
  title: 'The whole report as JSON',
  render: (report) => jsonText(report),
  pieces: (report) => jsonPieces(report),
})
