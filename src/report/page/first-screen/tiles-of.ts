import type { Report } from '../../../model/report.ts'
import { contractOf, liveOf } from '../../labels.ts'
import { mainTally } from '../../summary/tally.ts'
import { operationTally } from '../../summary/verdict.ts'
import { shortDay } from '../dates.ts'
import type { Tile } from './tiles.tsx'

/** The numbers of the first screen; each is what the part it leads to shows. */
export function tilesOf(report: Report): readonly Tile[] {
  const isLive = report.kind !== 'diff' && report.kind !== 'changelog'
  return isLive ? liveTiles(report) : contractTiles(report)
}

function liveTiles(report: Report): readonly Tile[] {
  const { severities, states } = mainTally(report)
  const live = liveOf(report)
  const since = live
    .filter(({ state }) => state === 'open')
    .flatMap(({ cause }) => cause?.firstSeen ?? [])
    .sort()[0]
  const operations = operationTally(report)
  const unseen = operations.notCalled + operations.notReached + operations.inconclusive
  const contract = contractOf(report).length
  const isNew = live.filter(({ severity, state }) => severity === 'error' && state === 'new').length
  const href = (query: string) => `#?kind=drift&${query}`
  const hasSpec = live.some(({ kind }) => kind === 'spec')
  const live_ = (query: string) => (hasSpec ? `#?${query}` : href(query))
  return [
    {
      count: severities.error,
      name: severities.error === 1 ? 'error' : 'errors',
      tone: 'bad',
      href: live_('severity=error&state=unaccepted'),
      ...(isNew > 0 && { note: `${isNew} new` }),
    },
    {
      count: severities.warning,
      name: severities.warning === 1 ? 'warning' : 'warnings',
      tone: 'warn',
      href: live_('severity=warning&state=unaccepted'),
    },
    {
      count: states.open,
      name: 'open',
      href: live_('state=open'),
      ...(since !== undefined && { note: `since ${shortDay(since)}` }),
    },
    { count: states.accepted, name: 'accepted', href: live_('state=accepted') },
    { count: states.fixed, name: 'fixed', tone: 'good', href: '#fixed' },
    {
      count: unseen,
      name: 'not checked',
      tone: 'warn',
      href: operations.inconclusive > 0 ? '#inconclusive' : '#not-called',
    },
    ...(contract > 0
      ? [{ count: contract, name: contract === 1 ? 'contract change' : 'contract changes', href: '#contract' }]
      : []),
  ]
}

function contractTiles(report: Report): readonly Tile[] {
  const { severities, states } = mainTally(report)
  return [
    {
      count: severities.error,
      name: severities.error === 1 ? 'error' : 'errors',
      tone: 'bad',
      href: '#?severity=error&state=unaccepted',
    },
    {
      count: severities.warning,
      name: severities.warning === 1 ? 'warning' : 'warnings',
      tone: 'warn',
      href: '#?severity=warning&state=unaccepted',
    },
    { count: severities.info, name: 'info', href: '#?severity=info&state=unaccepted' },
    { count: states.accepted, name: 'accepted', href: '#?state=accepted' },
    { count: report.subjects.length, name: 'operations' },
  ]
}
