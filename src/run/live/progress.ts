/** How far a run is, as it goes. */
export interface RunProgress {
  /** What is done from now on: `suites`, `generated requests`. */
  phase(name: string): void
  /** How many operations the description has. */
  operations(count: number): void
  /** An operation was called; `GET /orders/{id}`. */
  called(operation: string): void
}
