import type { Coverage } from '../../../model/report.ts'
import { coverageNames, percent, shareOf } from '../../summary/coverage-labels.ts'

const shown = ['operations', 'statuses', 'properties'] as const

/** Contract coverage as three bars, red if below the minimum. */
export function CoverageBars({ coverage }: { readonly coverage: Coverage }) {
  return (
    <div class="coverage">
      {shown.map((kind) => {
        const { seen, total } = shareOf(coverage, kind)
        const wanted = coverage.minimum?.[kind]
        const isLow = wanted !== undefined && seen < wanted * total
        return (
          <div key={kind}>
            {coverageNames[kind]} <b>{percent(seen, total)}</b>{' '}
            <span class="soft">
              {seen} of {total}
              {isLow && `, ${Math.round(wanted * 100)} % asked for`}
            </span>
            <Meter share={total === 0 ? 0 : seen / total} low={isLow} />
          </div>
        )
      })}
    </div>
  )
}

function Meter({ share, low = false }: { readonly share: number; readonly low?: boolean }) {
  return (
    <svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class={low ? 'low' : ''} width={Math.round(share * 1000) / 10} height={6} />
    </svg>
  )
}
