import { hydrate } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { prepareTexts } from '../findings/filter-findings.ts'
import { FindingsView } from '../findings/findings-view.tsx'
import { fragmentOf, initialState, stateOfFragment, type ViewState } from '../findings/view-state.ts'
import type { PageData } from '../page-data.ts'

/** Of so many findings the texts are made in one go: some milliseconds. */
const atOnce = 200

/** The script of a page: makes the findings searchable, buttons copy and runs reachable. The page is whole without it. */
async function start(): Promise<void> {
  addEventListener('click', copyFrom)
  addEventListener('hashchange', followRun)
  addEventListener('keydown', (event) => {
    if (followKey(event)) event.preventDefault()
  })
  followRun()
  const [root, block] = [document.getElementById('findings'), document.getElementById('data')]
  if (root === null || block === null || typeof DecompressionStream === 'undefined') return
  const data = await readData(block.textContent)
  hydrate(<App data={data} />, root)
  // When everything can be used, in milliseconds since the page was asked for: `npm run bench -- report` reads it.
  document.documentElement.dataset.ready = String(Math.round(Number(document.timeline.currentTime)))
}

void start()

/** The findings with a memory: what a reader sets is in the address, and what an address says is shown. */
function App({ data }: { readonly data: PageData }) {
  const fresh = { ...initialState, open: data.opened ?? '' }
  const [state, setState] = useState<ViewState>(fresh)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const follow = () => {
      const asked = stateOfFragment(location.hash)
      if (asked === undefined) return
      const isEmpty = fragmentOf(asked) === ''
      setState(isEmpty ? { ...fresh } : asked)
      if (!isEmpty) requestAnimationFrame(() => requestAnimationFrame(() => show(asked.open)))
    }
    setReady(true)
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  // The first key would wait for the texts of thousands of findings: they are made while the reader reads.
  useEffect(() => {
    const findings = data.sections.flatMap((section) => section.findings)
    let timer: ReturnType<typeof setTimeout> | undefined
    const prepare = (from: number) => {
      if (prepareTexts(findings, from, atOnce)) timer = setTimeout(prepare, 0, from + atOnce)
    }
    timer = setTimeout(prepare, 0, 0)
    return () => clearTimeout(timer)
  }, [data])
  const change = (part: Partial<ViewState>) => {
    const next = { ...state, ...part }
    setState(next)
    const fragment = fragmentOf(next)
    history.replaceState(null, '', fragment === '' ? location.pathname + location.search : fragment)
  }
  return <FindingsView data={data} state={state} {...(isReady && { onChange: change })} />
}

/** Scrolls to the finding that the address opens, else to the findings that it leaves. */
function show(fingerprint: string): void {
  const card =
    fingerprint === '' ? null : document.querySelector(`article[data-fingerprint="${CSS.escape(fingerprint)}"]`)
  card?.querySelector('summary')?.focus({ preventScroll: true })
  ;(card ?? document.getElementById('findings'))?.scrollIntoView()
}

/** Copies what the button that was clicked holds, and says so. */
function copyFrom({ target }: Event): void {
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

/** Unfolds what the address names, where it is folded away: a run in the table, a part of the notes. */
function followRun(): void {
  const target = document.getElementById(location.hash.slice(1))
  if (target === null) return
  for (let at: Element | null = target; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true
  const inner = target.querySelector<HTMLDetailsElement>(':scope > details:not([open])')
  if (inner !== null) inner.open = true
  target.scrollIntoView()
}

/** Keys of a page: `/` goes to the search, `j` and `k` to the next and previous finding. */
function followKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
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

/** Undoes `dataBlock`. */
async function readData(base64: string): Promise<PageData> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return JSON.parse(await new Response(stream).text())
}
