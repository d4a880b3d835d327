import type { Finding } from '../../model/finding.ts'
import type { ShownExchange } from '../../model/live/exchange.ts'
import type { Report } from '../../model/report.ts'
import { isFailing } from '../build.ts'
import { type Section, sectionsOf } from '../summary/group.ts'

/** What the cards of findings need of a report besides their finding. */
export interface CardContext extends Pick<Report, 'kind' | 'api' | 'inputs' | 'origin' | 'excerpts'> {
  readonly exchanges: readonly ShownExchange[]
  /** Milliseconds of exchanges by id. */
  readonly durations: Readonly<Record<string, number>>
}

/** Everything the script of a page works on; what the page shows without it is made of the same. */
export interface PageData {
  readonly context: CardContext
  readonly sections: readonly Section[]
  /** Tags of each operation, where it has some. */
  readonly tags: Readonly<Record<string, readonly string[]>>
  /** The finding that is opened from the start. */
  readonly opened?: string
  /** Every card is in the page from the start; else it is made when it is opened. */
  readonly isWhole: boolean
}

/** Above this a browser would take too long to lay out every card, and the page would be too large. */
const mostWhole = 60

/** The part of a report that its findings are shown from. */
export function pageDataOf(report: Report): PageData {
  const { kind, api, inputs, origin, excerpts } = report
  const sections = sectionsOf(report)
  const findings = sections.flatMap((section) => section.findings)
  const failing = findings.filter((finding) => isFailing(report, finding))
  const [first] = failing
  const tagged = report.subjects.filter(({ tags = [] }) => tags.length > 0)
  return {
    context: {
      kind,
      inputs,
      exchanges: report.exchanges ?? [],
      durations: report.times?.exchanges ?? {},
      api,
      origin,
      excerpts,
    },
    sections,
    tags: Object.fromEntries(tagged.map(({ operation, tags = [] }) => [operation, tags])),
    opened: first?.fingerprint,
    isWhole: findings.length <= mostWhole,
  }
}

/** The operations a finding is about. */
export function operationsOf({ reaches, site }: Finding): readonly string[] {
  return site.operation === undefined || reaches.includes(site.operation) ? reaches : [...reaches, site.operation]
}

/** The consumers a finding hits, each once; empty when nobody's uses are known. */
export function consumersOf({ hits = [] }: Finding): readonly string[] {
  return [...new Set(hits.map(({ consumer }) => consumer))]
}

const anchors = new WeakMap<PageData, ReadonlyMap<string, Finding>>()

/** The id of a finding in the page; undefined for one that a changelog lists again: an id is unique. */
export function anchorOf(data: PageData, finding: Finding): string | undefined {
  let firsts = anchors.get(data)
  if (firsts === undefined) {
    const all = data.sections.flatMap(({ findings }) => findings)
    firsts = new Map(all.toReversed().map((each) => [each.fingerprint, each]))
    anchors.set(data, firsts)
  }
  return firsts.get(finding.fingerprint) === finding ? `f-${finding.fingerprint}` : undefined
}
