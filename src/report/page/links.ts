import type { Origin } from '../../model/report/origin.ts'

/** Returns an address if it is a safe `http:` or `https:` URL without credentials, otherwise undefined. */
export function webLink(address: string | undefined): string | undefined {
  if (
    address === undefined ||
    !/^https?:\/\/[\w.:@[\]-]+(\/[\w\-./~%!$&'()*+,;=:@]*)?(\?[\w\-./~%!$&'()*+,;=:@?]*)?(#[\w-]*)?$/.test(address)
  )
    return undefined
  return /^https?:\/\/[^/]*@/.test(address) ? undefined : address
}

/** Returns the web address of a line in the repository at the run's commit, or undefined for a file outside it. */
export function fileLink(origin: Origin | undefined, file: string, line: number): string | undefined {
  const { repositoryUrl, commit } = origin ?? {}
  if (repositoryUrl === undefined || commit === undefined || !/^[0-9a-f]{7,64}$/.test(commit)) return undefined
  if (!/^(?!\/|[\w+.-]*:|\.\.)[\w./@ -]+$/.test(file) || file.split('/').includes('..')) return undefined
  const path = file.split('/').map(encodeURIComponent).join('/')
  return webLink(`${repositoryUrl}/blob/${commit}/${path}#L${line}`)
}

/** Returns the address of a prefilled new issue, or undefined if the repository is unknown. */
export function issueLink(origin: Origin | undefined, title: string, body: string): string | undefined {
  const repository = webLink(origin?.repositoryUrl)
  if (repository === undefined) return undefined
  return `${repository}/issues/new?title=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`
}
