import type { ComponentChildren } from 'preact'

interface PaneProps {
  readonly title: string
  /** Note after the title, for example a status or a file. */
  readonly note?: ComponentChildren
  readonly children: ComponentChildren
}

/** Box with a title, used for side-by-side comparisons. */
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
