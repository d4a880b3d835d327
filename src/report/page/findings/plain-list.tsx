import { locationOf, marks, printable, sourceOf } from '../../labels.ts'
import type { Section } from '../../summary/group.ts'

/** Every finding as a line, for paper and for a browser that runs no script: the cards of so many would make the page too large. */
export function PlainList({ sections }: { readonly sections: readonly Section[] }) {
  return (
    <div id="listed">
      {sections.map(({ id, title, findings }) => (
        <section key={id}>
          <h2>{printable(title)}: all</h2>
          <pre class="plain">
            {findings.map((finding) => {
              const { severity, state, site, message, fingerprint } = finding
              const words = [marks[severity], state, locationOf(site), message, sourceOf(finding), fingerprint]
              return `${printable(words.filter(Boolean).join(' '))}\n`
            })}
          </pre>
        </section>
      ))}
    </div>
  )
}
