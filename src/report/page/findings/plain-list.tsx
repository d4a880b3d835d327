import { locationOf, marks, printable, sourceOf } from '../../labels.ts'
import type { Section } from '../../summary/group.ts'

/** Every finding as a line, for a browser that runs no script: the cards of so many would make the page too large. */
export function PlainList({ sections }: { readonly sections: readonly Section[] }) {
  return (
    <noscript>
      {sections.map(({ id, title, findings }) => (
        <section key={id}>
          <h2>{printable(title)}: all</h2>
          <ul class="plain">
            {findings.map((finding, at) => (
              <li key={at}>
                {marks[finding.severity]} {finding.state} <code>{printable(locationOf(finding.site))}</code>{' '}
                {printable(finding.message)} {printable(sourceOf(finding) ?? '')} {printable(finding.fingerprint)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </noscript>
  )
}
