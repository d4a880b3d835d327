/** Formats a Markdown table with aligned columns. */
export function table(head, rows) {
  const cells = [head, ...rows].map((row) =>
    row.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')),
  )
  const widths = head.map((_, column) => Math.min(80, Math.max(...cells.map((row) => row[column].length))))
  const isNumber = head.map(
    (_, column) => rows.length > 0 && rows.every((row) => /^[\d.,×–\- ]*$/.test(String(row[column]))),
  )
  const line = (row) =>
    `| ${row.map((cell, column) => (isNumber[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column]))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${isNumber[column] ? ':' : '-'}`).join('|')}|`
  return [line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n')
}
