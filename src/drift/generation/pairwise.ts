/**
 * Returns rows with one choice per list that cover every pair of choices: a greedy covering array of strength 2 (D. Cohen et al., "The AETG
 * System", IEEE TSE 23/7, 1997). `counts`: choices per list. The first row has the first choices. Empty for fewer than two lists.
 */
export function pairwise(counts: readonly number[]): readonly (readonly number[])[] {
  if (counts.length < 2) return []
  const open = new Set<string>()
  for (const [one, choices] of counts.entries()) {
    for (const [other, facing] of counts.entries()) {
      if (other <= one) continue
      for (let a = 0; a < choices; a++) for (let b = 0; b < facing; b++) open.add(pairOf(one, a, other, b))
    }
  }
  const rows: number[][] = []
  while (open.size > 0 && rows.length < mostRows) {
    const row: number[] = []
    const [seed = ''] = open
    const [one = 0, a = 0, other = 0, b = 0] = seed.split(' ').map(Number)
    for (const index of counts.keys()) {
      row[index] = index === one ? a : index === other ? b : bestOf(open, row, index, counts[index] ?? 0)
    }
    for (const [index, choice] of row.entries()) {
      for (const [before, chosen] of row.slice(0, index).entries()) open.delete(pairOf(before, chosen, index, choice))
    }
    rows.push(row)
  }
  return rows
}

const mostRows = 100

function pairOf(one: number, a: number, other: number, b: number): string {
  return `${one} ${a} ${other} ${b}`
}

/** Returns the choice that covers the most new pairs. */
function bestOf(open: ReadonlySet<string>, row: readonly number[], index: number, count: number): number {
  let [best, most] = [0, -1]
  for (let choice = 0; choice < count; choice++) {
    const met = row.filter((chosen, before) => open.has(pairOf(before, chosen, index, choice))).length
    if (met > most) [best, most] = [choice, met]
  }
  return best
}
