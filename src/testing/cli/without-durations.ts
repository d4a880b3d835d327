/** A file of a report without how long anything took, which differs from run to run; of a page without its data block, which holds it too. */
export function withoutDurations(text: string): string {
  return (
    text
      .replace(/,\s*"suites": \{[^}]*\}/, '')
      .replace(/,\s*"exchanges": \{[\s\d":,a-f]*\}/, '')
      .replace(/"(p50|p95)": (?:[\d.]+|\[[^\]]*\])/g, '"$1": 0')
      .replace(/<section class="block times".*?(?=<section><details id="map")/s, '')
      .replace(/ id="data">[^<]*/, '')
      .replace(/<span>[\d.]+ m?s<\/span>/g, '')
      // What a run sends carries a mark of its own.
      .replace(/the names sent carry \w+/g, 'the names sent carry x')
  )
}
