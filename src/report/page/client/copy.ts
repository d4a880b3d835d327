/** Copies what the button that was clicked holds, and says so. */
export function copyFrom({ target }: Event): void {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-copy]') : null
  const text = button?.dataset.copy
  if (button === null || text === undefined) return
  const done = () => {
    const before = button.textContent
    button.textContent = 'Copied'
    button.ariaLive = 'polite'
    setTimeout(() => {
      button.textContent = before
    }, 1500)
  }
  // A page that was opened from a file may have no clipboard of its own.
  if (navigator.clipboard === undefined) select(text, done)
  else navigator.clipboard.writeText(text).then(done, () => select(text, done))
}

function select(text: string, done: () => void): void {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'vh'
  document.body.append(field)
  field.select()
  if (document.execCommand('copy')) done()
  field.remove()
}
