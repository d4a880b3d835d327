/** Unfolds what the address names, where it is folded away: a run in the table, a part of the notes. */
export function followRun(): void {
  const target = document.getElementById(location.hash.slice(1))
  if (target === null) return
  for (let at: Element | null = target; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true
  const inner = target.querySelector<HTMLDetailsElement>(':scope > details:not([open])')
  if (inner !== null) inner.open = true
  target.scrollIntoView()
}
