/** Keys of a page: `/` goes to the search, `j` and `k` to the next and previous finding. */
export function followKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || (target instanceof Element && target.matches('input, select, textarea')))
    return false
  if (key === '/') {
    const search = document.querySelector<HTMLInputElement>('#findings input[type=search]')
    search?.focus()
    return search !== null
  }
  if (key !== 'j' && key !== 'k') return false
  const lines = [...document.querySelectorAll<HTMLElement>('#findings article summary')].filter((line) =>
    line.checkVisibility(),
  )
  const at = lines.findIndex((line) => line.matches(':focus'))
  lines[at < 0 ? 0 : Math.min(lines.length - 1, Math.max(0, at + (key === 'j' ? 1 : -1)))]?.focus()
  return lines.length > 0
}
