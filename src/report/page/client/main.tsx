import { hydrate } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { prepareTexts } from '../findings/filter-findings.ts'
import { FindingsView } from '../findings/findings-view.tsx'
import { fragmentOf, initialState, stateOfFragment, type ViewState } from '../findings/view-state.ts'
import type { PageData } from '../page-data.ts'

/** Findings whose search text is prepared in one task: this takes a few milliseconds. */
const atOnce = 200

/** Entry point of the page's script: search, copy buttons and links to runs. The page is complete without it. */
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
  // Milliseconds from navigation start until the page is interactive. Read by `npm run bench -- report`.
  document.documentElement.dataset.ready = String(Math.round(Number(document.timeline.currentTime)))
}

void start()

/** Renders the findings and keeps the view state in sync with the URL fragment. */
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
  // Prepare search texts in the background, so that the first keystroke doesn't wait for thousands of findings.
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

/** Scrolls to the finding opened by the URL, otherwise to the list of findings. */
function show(fingerprint: string): void {
  const card =
    fingerprint === '' ? null : document.querySelector(`article[data-fingerprint="${CSS.escape(fingerprint)}"]`)
  card?.querySelector('summary')?.focus({ preventScroll: true })
  ;(card ?? document.getElementById('findings'))?.scrollIntoView()
}

/** Copies the text of the clicked button and confirms it on the button. */
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
  // The Clipboard API may be missing if the page was opened from a file.
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

/** Expands the element that the URL fragment names: a run in the table, or a section of the notes. */
function followRun(): void {
  const target = document.getElementById(location.hash.slice(1))
  if (target === null) return
  for (let at: Element | null = target; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true
  const inner = target.querySelector<HTMLDetailsElement>(':scope > details:not([open])')
  if (inner !== null) inner.open = true
  target.scrollIntoView()
}

/** Handles keyboard shortcuts: `/` focuses the search, `j` and `k` go to the next and previous finding. */
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

/** Decodes data written by `dataBlock`. */
async function readData(base64: string): Promise<PageData> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return JSON.parse(await new Response(stream).text())
}
