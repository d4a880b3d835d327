import type { Report } from '../../../model/report.ts'
import { lastGoodOf, printable } from '../../labels.ts'
import type { RunVerdict } from '../../summary/verdict.ts'
import { type Answer, answersOf } from './answers.ts'
import { headlineOf } from './headline.ts'

/** Page of the last successful run, relative to this one. A path from the report is not trusted. */
const keptPage = 'last-good/index.html'

const signs: Readonly<Record<RunVerdict, string>> = {
  failed: '✖',
  'could-not-check': '!',
  inconclusive: '?',
  findings: '▲',
  partial: '◐',
  clean: '✔',
}

/** Shows the verdict and answers to the reader's first questions. */
export function Verdict({ report }: { readonly report: Report }) {
  const { look, word, headline, notes } = headlineOf(report)
  const { couldNotCheck } = report
  return (
    <section class={`verdict ${look}`} aria-labelledby="verdict">
      <h1 id="verdict">
        <span>
          <span aria-hidden="true">{signs[look]} </span>
          {word}
        </span>{' '}
        {printable(headline)}
      </h1>
      {couldNotCheck && (
        <p>
          {printable(couldNotCheck.hint)} {printable(lastGoodOf(couldNotCheck.lastGood))}{' '}
          {couldNotCheck.lastGood?.page === keptPage && <a href={keptPage}>The report of the last good run</a>}
        </p>
      )}
      {notes.map((note) => (
        <p key={note}>{printable(note)}</p>
      ))}
      <Answers answers={answersOf(report)} />
    </section>
  )
}

function Answers({ answers }: { readonly answers: readonly Answer[] }) {
  if (answers.length === 0) return null
  return (
    <dl class="answers">
      {answers.map(({ question, lines }) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>
            <ul>
              {lines.map(({ code, text, href }) => {
                const content = (
                  <>
                    {code && <code>{printable(code)}</code>} {printable(text)}
                  </>
                )
                return <li key={text}>{href === undefined ? content : <a href={href}>{content}</a>}</li>
              })}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  )
}
