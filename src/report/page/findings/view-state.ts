/** What findings can be brought together by. */
export const groupings = ['place', 'operation', 'rule', 'owner', 'tag', 'cause'] as const

/** One of `groupings`. */
export type PageGrouping = (typeof groupings)[number]

/** What findings can be filtered by, search apart. */
export const filters = ['severity', 'state', 'kind', 'rule', 'operation', 'consumer'] as const

/** Everything a reader can set: it is in the address, so that it can be passed on. */
export type ViewState = { readonly q: string; readonly group: PageGrouping; readonly open: string } & Readonly<
  Record<(typeof filters)[number], string>
>

/** The state of a page whose address has no fragment. */
export const initialState: ViewState = {
  ...{ q: '', group: 'place', open: '' },
  ...{ severity: '', state: '', kind: '', rule: '', operation: '', consumer: '' },
}

/** The fragment of a state: `#?group=rule&q=status`, empty for the initial one. */
export function fragmentOf(state: ViewState): string {
  const set = Object.entries(state).filter(([name, value]) => value !== initialState[name as keyof ViewState])
  return set.length === 0 ? '' : `#?${new URLSearchParams(set)}`
}

/** The state a fragment says; undefined where it names a part of the page. `#f-…` opens a finding. */
export function stateOfFragment(fragment: string): ViewState | undefined {
  const [, fingerprint] = /^#f-([0-9a-f]{16})$/.exec(fragment) ?? []
  if (fingerprint !== undefined) return { ...initialState, open: fingerprint }
  if (!fragment.startsWith('#?')) return fragment === '' || fragment === '#' ? initialState : undefined
  const given = new URLSearchParams(fragment.slice(2))
  const read = (name: keyof ViewState) => given.get(name) ?? ''
  const group = groupings.find((each) => each === read('group')) ?? initialState.group
  const values = Object.fromEntries(filters.map((name) => [name, read(name)]))
  return { ...initialState, ...values, q: read('q'), group, open: read('open') }
}

/** Whether less is shown than there is. */
export function isFiltered(state: ViewState): boolean {
  return state.q !== '' || filters.some((name) => state[name] !== '')
}
