import type { Finding } from '../../model/finding.ts'
import type { ShownExchange } from '../../model/live/exchange.ts'
import type { Report } from '../../model/report.ts'
import { isFailing } from '../build.ts'
import { type Section, sectionsOf } from '../summary/group.ts'

/** Parts of a report that finding cards need in addition to the finding. */
export interface CardContext extends Pick<Report, 'kind' | 'api' | 'inputs' | 'origin' | 'excerpts'> {
  readonly exchanges: readonly ShownExchange[]
  /** Durations of exchanges in milliseconds, by exchange id. */
  readonly durations: Readonly<Record<string, number>>
}

/** Data for the page's script. The static HTML is rendered from the same data. */
export interface PageData {
  readonly context: CardContext
  readonly sections: readonly Section[]
  /** Tags by operation key. */
  readonly tags: Readonly<Record<string, readonly string[]>>
  /** Fingerprint of the initially opened finding. */
  readonly opened?: string
  /** True if all cards are in the static page; otherwise the script renders a card when it is opened. */
  readonly isWhole: boolean
}

/** With more findings, rendering all cards would make the page too slow and too large. */
const mostWhole = 60

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

export function operationsOf({ reaches, site }: Finding): readonly string[] {
  return site.operation === undefined || reaches.includes(site.operation) ? reaches : [...reaches, site.operation]
}

/** Returns the consumers that a finding affects, without duplicates. */
export function consumersOf({ hits = [] }: Finding): readonly string[] {
  return [...new Set(hits.map(({ consumer }) => consumer))]
}

const anchors = new WeakMap<PageData, ReadonlyMap<string, Finding>>()

/** Returns the element id of a finding, or undefined for a repeated one in a changelog, because ids are unique. */
export function anchorOf(data: PageData, finding: Finding): string | undefined {
  let firsts = anchors.get(data)
  if (firsts === undefined) {
    const all = data.sections.flatMap(({ findings }) => findings)
    firsts = new Map(all.toReversed().map((each) => [each.fingerprint, each]))
    anchors.set(data, firsts)
  }
  return firsts.get(finding.fingerprint) === finding ? `f-${finding.fingerprint}` : undefined
}
