const size = { width: 96, height: 18 } as const

/** A line without an axis, the last value as a dot: how it went, at a glance. */
export function Spark({ values }: { readonly values: readonly (number | null)[] }) {
  const top = Math.max(1, ...values.map((value) => value ?? 0))
  const step = size.width / Math.max(1, values.length - 1)
  const at = (value: number, index: number) =>
    [index * step, 1 + (1 - value / top) * (size.height - 2)].map((each) => Math.round(each * 10) / 10) as [
      number,
      number,
    ]
  const points = values.flatMap((value, index) => (value === null ? [] : [at(value, index)]))
  const last = points.at(-1)
  if (last === undefined) return null
  return (
    <svg class="spark" viewBox={`-3 -2 ${size.width + 6} ${size.height + 4}`} aria-hidden="true">
      <polyline points={points.map((point) => point.join(',')).join(' ')} />
      <circle cx={last[0]} cy={last[1]} r="2.5" />
    </svg>
  )
}
