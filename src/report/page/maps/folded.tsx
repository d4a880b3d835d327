import type { ComponentChildren } from 'preact'

interface FoldedProps {
  readonly id: string
  readonly title: string
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}

/** Collapsed section that a link to its id expands. */
export function Folded({ id, title, isOpen = false, children }: FoldedProps) {
  return (
    <section>
      <details id={id} class="fold" open={isOpen}>
        <summary class="head">
          <h2>{title}</h2>
        </summary>
        <div class="block">{children}</div>
      </details>
    </section>
  )
}
