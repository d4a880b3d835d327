import type { Origin } from '../../model/report/origin.ts'

/** An address that may be followed: `https:` or `http:` and nothing that hides in it; undefined for anything else. */
export function webLink(address: string | undefined): string | undefined {
  if (
    address === undefined ||
    !/^https?:\/\/[\w.:@[\]-]+(\/[\w\-./~%!$&'()*+,;=:@]*)?(\?[\w\-./~%!$&'()*+,;=:@?]*)?(#[\w-]*)?$/.test(address)
  )
    return undefined
  return /^https?:\/\/[^/]*@/.test(address) ? undefined : address
}

/** Where a line of a file of the repository can be read, at the commit; undefined for a file that is not in it. */
export function fileLink(origin: Origin | undefined, file: string, line: number): string | undefined {
  const { repositoryUrl, commit } = origin ?? {}
  if (repositoryUrl === undefined || commit === undefined || !/^[0-9a-f]{7,64}$/.test(commit)) return undefined
  if (!/^(?!\/|[\w+.-]*:|\.\.)[\w./@ -]+$/.test(file) || file.split('/').includes('..')) return undefined
  const path = file.split('/').map(encodeURIComponent).join('/')
  return webLink(`${repositoryUrl}/blob/${commit}/${path}#L${line}`)
}

/** A new issue with its title and text filled in; undefined where the repository is not known. */
export function issueLink(origin: Origin | undefined, title: string, body: string): string | undefined {
  const repository = webLink(origin?.repositoryUrl)
  if (repository === undefined) return undefined
  return `${repository}/issues/new?title=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`
}
