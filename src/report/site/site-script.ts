/** Searches cards and shows the age of runs, which is computed here so that pages don't change from day to day. */
export const siteScript = `(() => {
  const units = [[86400000, 'day'], [3600000, 'hour'], [60000, 'minute']]
  let stale = 0
  for (const time of document.querySelectorAll('time[data-age]')) {
    const age = Date.now() - Date.parse(time.dateTime)
    const unit = units.find(([length]) => age >= length)
    if (unit !== undefined) {
      const count = Math.floor(age / unit[0])
      time.append(' (' + count + ' ' + unit[1] + (count === 1 ? '' : 's') + ' ago)')
    }
    if (age <= Number(time.dataset.age)) continue
    stale++
    const tag = time.parentElement.querySelector('.stale')
    if (tag) tag.hidden = false
    const card = time.closest('[data-search], .verdict')
    card?.classList.add('old')
    if (card?.dataset.search) card.dataset.search += ' stale'
  }
  const note = document.getElementById('stale')
  if (note && stale > 0) {
    note.hidden = false
    note.querySelector('a').textContent = stale + (stale === 1 ? ' API has' : ' APIs have') + ' no recent run'
    // An old result must not be shown in green.
    if (note.parentElement.matches('.clean')) note.parentElement.classList.add('old')
  }
  const label = document.getElementById('search')
  if (label) {
    label.hidden = false
    const input = label.querySelector('input')
    const cards = [...document.querySelectorAll('[data-search]')]
    const count = document.getElementById('count')
    const search = () => {
      const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean)
      let shown = 0
      for (const card of cards) {
        card.hidden = !words.every((word) => card.dataset.search.includes(word))
        if (!card.hidden) shown++
      }
      count.textContent = words.length > 0 ? shown + ' of ' + cards.length + (cards.length === 1 ? ' API' : ' APIs') : ''
    }
    const follow = () => {
      const found = /^#q=(.*)$/.exec(location.hash)
      if (!found) return
      try { input.value = decodeURIComponent(found[1]) } catch { input.value = found[1] }
      search()
    }
    input.addEventListener('input', () => {
      search()
      history.replaceState(null, '', input.value === '' ? location.pathname + location.search : '#q=' + encodeURIComponent(input.value))
    })
    addEventListener('hashchange', follow)
    follow()
  }
  document.documentElement.dataset.ready = ''
})()`
