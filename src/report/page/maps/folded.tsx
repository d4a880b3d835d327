import type { ComponentChildren } from 'preact'

interface FoldedProps {
  readonly id: string
  readonly title: string
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}

/** A part of the page that most readers don't need; a link to it opens it. */
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
