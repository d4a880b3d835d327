/** Something that was not checked, with the reason. Reports always list it. */
export interface NotChecked {
  readonly operation?: string
  readonly what: string
  readonly because: string
  /**
   * `not-called`, `not-writable` (changes state, target is not writable) and `not-reached` (only called with values that don't exist) are
   * about an operation; `not-remembered`: the run is missing in the history; `source-unread`, `source-lost`: the published description could
   * not be read by this run, or for too long.
   */
  readonly kind?: 'not-called' | 'not-writable' | 'not-reached' | 'not-remembered' | 'source-unread' | 'source-lost'
  /** `not-reached`: names of the missing values, as used in the config. */
  readonly missing?: readonly string[]
}
