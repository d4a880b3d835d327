import type { Report } from '../../../model/report.ts'
import { liveOf } from '../../labels.ts'
import { countsOf } from '../../summary/counts.ts'
import { shortDay } from '../dates.ts'
import type { Tile } from './tiles.tsx'

/** The numbers of the first screen; each is what the part it leads to shows. */
export function tilesOf(report: Report): readonly Tile[] {
  const isLive = report.kind !== 'diff' && report.kind !== 'changelog'
  return isLive ? liveTiles(report) : contractTiles(report)
}

function liveTiles(report: Report): readonly Tile[] {
  const { main, contract, unchecked, operations } = countsOf(report)
  const { severities, states } = main
  const live = liveOf(report)
  const since = live
    .filter(({ state }) => state === 'open')
    .flatMap(({ cause }) => cause?.firstSeen ?? [])
    .sort()[0]
  const isNew = live.filter(({ severity, state }) => severity === 'error' && state === 'new').length
  const kind = live.some((finding) => finding.kind === 'spec') ? '' : 'kind=drift&'
  return [
    {
      count: severities.error,
      name: severities.error === 1 ? 'error' : 'errors',
      tone: 'bad',
      href: `#?${kind}severity=error&state=unaccepted`,
      ...(isNew > 0 && { note: `${isNew} new` }),
    },
    {
      count: severities.warning,
      name: severities.warning === 1 ? 'warning' : 'warnings',
      tone: 'warn',
      href: `#?${kind}severity=warning&state=unaccepted`,
    },
    {
      count: states.open,
      name: 'open',
      href: `#?${kind}state=open`,
      ...(since !== undefined && { note: `since ${shortDay(since)}` }),
    },
    { count: states.accepted, name: 'accepted', href: `#?${kind}state=accepted` },
    { count: states.fixed, name: 'fixed', tone: 'good', href: '#fixed' },
    {
      count: unchecked,
      name: unchecked === 1 ? 'operation without a result' : 'operations without a result',
      tone: 'warn',
      href: operations.inconclusive > 0 ? '#inconclusive' : '#not-called',
    },
    {
      count: contract.unaccepted,
      name: contract.unaccepted === 1 ? 'contract change' : 'contract changes',
      href: '#contract',
    },
  ]
}

function contractTiles(report: Report): readonly Tile[] {
  const { severities, states } = countsOf(report).main
  const tile = (severity: 'error' | 'warning' | 'info', name: string): Tile => ({
    ...{ count: severities[severity], name, href: `#?severity=${severity}&state=unaccepted` },
  })
  return [
    { ...tile('error', 'breaking'), tone: 'bad' },
    { ...tile('warning', 'risky'), tone: 'warn' },
    tile('info', 'compatible'),
    { count: states.accepted, name: 'accepted', href: '#?state=accepted' },
    { count: report.subjects.length, name: 'operations' },
  ]
}
