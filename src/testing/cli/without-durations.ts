/** Removes durations, and a page's data block which contains them, from a report file to compare two runs. */
export function withoutDurations(text: string): string {
  return (
    text
      .replace(/,\s*"suites": \{[^}]*\}/, '')
      .replace(/,\s*"exchanges": \{[\s\d":,a-f]*\}/, '')
      .replace(/"(p50|p95)": (?:[\d.]+|\[[^\]]*\])/g, '"$1": 0')
      .replace(/<section class="block times".*?(?=<section><details id="map")/s, '')
      .replace(/ id="data">[^<]*/, '')
      .replace(/<span>[\d.]+ m?s<\/span>/g, '')
      // Generated names carry a mark that is unique per run.
      .replace(/the names sent carry \w+/g, 'the names sent carry x')
  )
}
