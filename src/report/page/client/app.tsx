import { useEffect, useState } from 'preact/hooks'
import { prepareTexts } from '../findings/filter-findings.ts'
import { FindingsView } from '../findings/findings-view.tsx'
import { fragmentOf, initialState, stateOfFragment, type ViewState } from '../findings/view-state.ts'
import type { PageData } from '../page-data.ts'

/** Of so many findings the texts are made in one go: some milliseconds. */
const atOnce = 200

/** The findings with a memory: what a reader sets is in the address, and what an address says is shown. */
export function App({ data }: { readonly data: PageData }) {
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
