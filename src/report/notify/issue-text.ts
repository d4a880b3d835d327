import type { Finding } from '../../model/finding.ts'
import type { FixedFinding, Report } from '../../model/report.ts'
import { firstOf, plural } from '../../util/text.ts'
import { causeOf, locationOf, sourceOf, versionOf } from '../labels.ts'
import { closingTags, code, prose } from '../markdown/text.ts'
import type { AlertEvents } from './events.ts'
import { aboutOf, issueMarker } from './marker.ts'

/** Maximum length of an issue body or comment on GitHub. */
const limit = 65_536

/** Returns the issue body: a hidden marker, then open findings. At most 65,536 characters. */
export function issueBody(
  report: Report,
  events: AlertEvents,
  options: { readonly cleanRuns: number; readonly runUrl?: string | undefined },
): string {
  const { api = '', inputs, times } = report
  const { open, clean } = events.state
  const count = open.length
  const failing = new Set(open.map(({ fingerprint }) => fingerprint))
  const run = times?.startedAt ?? ''
  const facts = [
    `contract ${code(versionOf(report, inputs.revision))}`,
    `target ${code(inputs.target ?? '')}`,
    `last run ${options.runUrl === undefined ? run : `[${run}](${options.runUrl})`}`,
  ]
  const remaining = Math.max(0, options.cleanRuns - clean)
  const head =
    count > 0
      ? `## ❌ ${report.kind === 'check' ? 'Recorded traffic of' : 'The live API'} ${code(api)} drifted from its contract: ${plural(count, 'finding')}\n`
      : `## ✅ No open findings for ${code(api)}: ${remaining > 0 ? `closed after ${plural(remaining, 'more clean run')}` : 'closed'}\n`
  const blocks = [
    `${issueMarker(aboutOf(report), events.state)}\n`,
    head,
    `${facts.join(' · ')}\n`,
    ...report.findings.filter(({ fingerprint }) => failing.has(fingerprint)).map(findingText),
    ...(events.unseen.length > 0 ? ['### Not checked by the last run\n', ...events.unseen.map(goneText)] : []),
  ]
  const accept = code(`specdrift baseline accept ${api} <id> --reason "…" --owner <who>`)
  return fitted(blocks, `\nAccept one: ${accept}. Every run replaces this text, including manual edits.\n`)
}

/** Returns a comment about changes since the last one. At most 65,536 characters. */
export function changeComment(report: Report, events: AlertEvents, runUrl: string | undefined): string {
  const { added, joined, fixed, settled, state } = events
  const regressed = added.filter((finding) => finding.state === 'regressed').length
  const words = [
    [added.length - regressed, 'new'],
    [regressed, 'regressed'],
    [joined.length, 'on more operations'],
    [fixed.length, 'fixed'],
    [settled.length, 'accepted or turned down'],
  ].filter(([count]) => count !== 0)
  const counted = words.map(([count, word]) => `${count} ${word}`).join(' · ')
  const open = state.open.length
  const where = runUrl === undefined ? (report.times?.startedAt ?? '') : `[${report.times?.startedAt ?? ''}](${runUrl})`
  return fitted([
    `**${counted || 'Other findings than before'}**, ${open === 0 ? 'no open findings' : `${open} open`} (${where})\n`,
    ...added.map(findingText),
    ...joined.map(
      ({ site, ruleId, fingerprint, joined: operations = [] }) =>
        `- ✖ now also on ${code(firstOf(operations, 20))}: ${goneText({ location: locationOf(site), ruleId, fingerprint }).slice(2)}`,
    ),
    ...fixed.map((finding) => `- ✔ fixed: ${goneText(finding).slice(2)}`),
    ...settled.map((finding) => `- accepted or turned down: ${goneText(finding).slice(2)}`),
  ])
}

/** Truncates text at a line break to at most `most` characters, including a note about the truncation. */
export function clipped(text: string, most = limit): string {
  if (text.length <= most) return text
  const note = '\n**Truncated: report.json contains everything.**\n'
  const kept = text.slice(0, text.lastIndexOf('\n', most - note.length - 40) + 1)
  return `${kept}${closingTags(kept)}${note}`
}

function findingText(finding: Finding): string {
  const { message, ruleId, fix, evidence, site, reaches, fingerprint, state } = finding
  const source = sourceOf(finding)
  const notes = [
    ['reaches', reaches.length > 1 && code(firstOf(reaches, 20))],
    ['since', causeOf(finding) && prose(causeOf(finding) ?? '')],
    ['fix', prose(fix)],
    ['at', source && code(source)],
    ['curl', evidence?.curl && code(evidence.curl)],
    ['id', `${code(fingerprint)}${state === 'new' ? '' : ` (${state})`}`],
  ]
  const lines = notes.map(([name, text]) =>
    text === undefined || text === '' || text === false ? '' : `  - ${name}: ${text}\n`,
  )
  return `- ✖ ${code(locationOf(site))} ${prose(message)} (${code(ruleId)})\n${lines.join('')}`
}

function goneText({ location, ruleId, fingerprint }: FixedFinding): string {
  return `- ${code(location)} (${code(ruleId)}, ${code(fingerprint)})\n`
}

/** Joins blocks up to the limit, followed by the number of omitted ones and `end`. */
function fitted(blocks: readonly string[], end = ''): string {
  const room = limit - end.length - 200
  let text = ''
  let kept = 0
  for (const block of blocks) {
    // List items form one paragraph; other blocks are paragraphs of their own.
    const next = `${text}${text === '' || block.startsWith('- ') ? '' : '\n'}${block}`
    if (next.length > room) break
    text = next
    kept++
  }
  const cut = blocks.length - kept
  return `${text}${cut > 0 ? `\n**${cut} more did not fit: see the report of the run.**\n` : ''}${end}`
}
