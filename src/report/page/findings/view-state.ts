/** Properties by which findings can be grouped. */
export const groupings = ['place', 'operation', 'rule', 'owner', 'tag', 'cause'] as const

export type PageGrouping = (typeof groupings)[number]

/** Properties by which findings can be filtered, in addition to search. */
export const filters = ['severity', 'state', 'kind', 'rule', 'operation', 'consumer'] as const

/** View settings of the reader, stored in the URL fragment so that the view can be shared. */
export type ViewState = { readonly q: string; readonly group: PageGrouping; readonly open: string } & Readonly<
  Record<(typeof filters)[number], string>
>

/** State of a page without a URL fragment. */
export const initialState: ViewState = {
  ...{ q: '', group: 'place', open: '' },
  ...{ severity: '', state: '', kind: '', rule: '', operation: '', consumer: '' },
}

/** Returns the URL fragment of a state: `#?group=rule&q=status`. Empty for the initial state. */
export function fragmentOf(state: ViewState): string {
  const set = Object.entries(state).filter(([name, value]) => value !== initialState[name as keyof ViewState])
  return set.length === 0 ? '' : `#?${new URLSearchParams(set)}`
}

/** Parses a URL fragment; `#f-…` opens a finding. Returns undefined for the id of another part of the page. */
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

/** Returns true if search or a filter is active. */
export function isFiltered(state: ViewState): boolean {
  return state.q !== '' || filters.some((name) => state[name] !== '')
}
