/** Something that was not checked, and why. Always printed. `kind`: the operation was not called, or may not be because it changes state, or only with values that do not exist; or the run is not in the history; or the published description could not be read, by this run or for too long. */
export interface NotChecked {
  readonly operation?: string
  readonly what: string
  readonly because: string
  readonly kind?: 'not-called' | 'not-writable' | 'not-reached' | 'not-remembered' | 'source-unread' | 'source-lost'
  /** Not reached: names of the values that are missing, as the config takes them. */
  readonly missing?: readonly string[]
}
