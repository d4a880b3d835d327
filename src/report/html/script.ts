/**
 * The script of the HTML report: filters, deep links and copy buttons. The page is whole without it. The only markup it
 * makes is what the page holds in a `noscript` already, escaped as everywhere else; the policy of the page keeps even
 * that from running anything.
 */
export const script = `
'use strict'
const form = document.querySelector('form')
const cards = Array.from(document.querySelectorAll('article'))
const sections = Array.from(document.querySelectorAll('section.findings'))
const status = document.getElementById('count')
const texts = new Map()
const textOf = (card) => {
  if (!texts.has(card)) {
    const lazy = card.querySelector('noscript')
    const facts = lazy === null ? '' : lazy.textContent.replace(/<[^>]*>/g, ' ').replace(/&quot;/g, '"').replace(/&lt;/g, '<').replace(/&amp;/g, '&')
    texts.set(card, (lazy === null ? card : card.querySelector('summary')).textContent.toLowerCase() + facts.toLowerCase())
  }
  return texts.get(card)
}
const filter = () => {
  const { q = '', ...wanted } = Object.fromEntries(new FormData(form))
  const words = q.toLowerCase().split(/\\s+/).filter(Boolean)
  const asked = Object.entries(wanted).filter(([, value]) => value !== '')
  let shown = 0
  for (const card of cards) {
    const fits = asked.every(([name, value]) => card.dataset[name].split(' ').includes(value))
    card.hidden = !(fits && words.every((word) => textOf(card).includes(word)))
    if (!card.hidden) shown++
  }
  for (const section of sections) section.hidden = section.querySelector('article:not([hidden])') === null
  status.textContent = shown + ' of ' + cards.length + (cards.length === 1 ? ' finding' : ' findings')
}
const remember = () => {
  const asked = Array.from(new FormData(form)).filter(([, value]) => value !== '')
  if (asked.length > 0) history.replaceState(null, '', '#?' + new URLSearchParams(asked))
  else if (location.hash.startsWith('#?')) history.replaceState(null, '', location.pathname + location.search)
}
const follow = () => {
  if (location.hash.startsWith('#?')) {
    form.reset()
    for (const [name, value] of new URLSearchParams(location.hash.slice(2))) {
      const field = form.elements.namedItem(name)
      if (field !== null) field.value = value
    }
    filter()
    return
  }
  const target = document.getElementById(location.hash.slice(1))
  if (target === null) return
  if (target.hidden) {
    form.reset()
    filter()
    target.scrollIntoView()
  }
  if (!cards.includes(target)) return
  const details = target.querySelector('details')
  details.open = true
  details.querySelector('summary').focus({ preventScroll: true })
  target.scrollIntoView()
}
const unfold = (details) => {
  const lazy = details.querySelector(':scope > noscript')
  if (lazy !== null) {
    details.append(...new DOMParser().parseFromString(lazy.textContent, 'text/html').body.childNodes)
    lazy.remove()
  }
  for (const source of details.querySelectorAll('pre.copy:not(:has(+ button))')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Copy'
    button.addEventListener('click', () => copy(source, button))
    source.after(button)
  }
}
const copy = (source, button) => {
  const done = () => {
    button.textContent = 'Copied'
    status.textContent = 'Copied'
  }
  const select = () => {
    getSelection().selectAllChildren(source)
    if (document.execCommand('copy')) done()
  }
  if (navigator.clipboard === undefined) select()
  else navigator.clipboard.writeText(source.textContent).then(done, select)
}
if (form !== null) {
  let waiting = 0
  form.hidden = false
  form.addEventListener('input', () => {
    cancelAnimationFrame(waiting)
    waiting = requestAnimationFrame(() => { filter(); remember() })
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('reset', () => setTimeout(() => { filter(); remember() }))
  document.addEventListener('toggle', ({ target }) => unfold(target), true)
  addEventListener('beforeprint', () => {
    for (const card of cards) if (!card.hidden) unfold(card.querySelector('details'))
  })
  for (const open of document.querySelectorAll('article details[open]')) open.dispatchEvent(new Event('toggle'))
  addEventListener('hashchange', follow)
  // After the browser has scrolled to the target itself, which takes the focus away.
  addEventListener('load', () => setTimeout(follow))
  filter()
}
`
