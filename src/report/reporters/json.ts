import { defineReporter } from '../../model/report.ts'
import { jsonPieces, jsonText } from '../labels.ts'

/** The complete report, from which every other format can be rendered. */
export default defineReporter({
  name: 'json',
  file: 'report.json',
  title: 'The complete report as JSON',
  render: (report) => jsonText(report),
  pieces: (report) => jsonPieces(report),
})
