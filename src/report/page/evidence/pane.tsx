import type { ComponentChildren } from 'preact'

interface PaneProps {
  readonly title: string
  /** What is beside the title: a status, a file. */
  readonly note?: ComponentChildren
  readonly children: ComponentChildren
}

/** A box with a title: one side of what is compared. */
export function Pane({ title, note, children }: PaneProps) {
  return (
    <section class="pane">
      <header>
        <h4>{title}</h4>
        {note}
      </header>
      {children}
    </section>
  )
}
