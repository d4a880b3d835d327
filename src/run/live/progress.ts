export interface RunProgress {
  /** Starts a phase: `suites`, `generated requests`. */
  phase(name: string): void
  operations(count: number): void
  /** Called for each call of an operation; `GET /orders/{id}`. */
  called(operation: string): void
}
