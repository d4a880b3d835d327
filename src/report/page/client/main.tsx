import { hydrate } from 'preact'
import { App } from './app.tsx'
import { copyFrom } from './copy.ts'
import { followRun } from './follow-run.ts'
import { followKey } from './keys.ts'
import { readData } from './read-data.ts'

/** The script of a page: makes the findings searchable, buttons copy and runs reachable. The page is whole without it. */
async function start(): Promise<void> {
  addEventListener('click', copyFrom)
  addEventListener('hashchange', followRun)
  addEventListener('keydown', (event) => {
    if (followKey(event)) event.preventDefault()
  })
  followRun()
  const [root, block] = [document.getElementById('findings'), document.getElementById('data')]
  if (root === null || block === null || typeof DecompressionStream === 'undefined') return
  const data = await readData(block.textContent)
  hydrate(<App data={data} />, root)
  // When everything can be used, in milliseconds since the page was asked for: `npm run bench -- report` reads it.
  document.documentElement.dataset.ready = String(Math.round(Number(document.timeline.currentTime)))
}

void start()
