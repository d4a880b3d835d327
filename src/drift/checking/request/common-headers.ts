import { memoOfText } from '../../../util/text.ts'

/** Headers of HTTP, browsers, proxies, tracers and gateways (RFC 9110, Fetch standard, W3C Trace Context), which no contract covers. */
const names = `
  accept age authorization authority baggage b3 cache-control client-ip connection cookie correlation-id date device-memory dnt downlink dpr
  ect expect forwarded from host http2-settings keep-alive max-forwards newrelic origin postman-token pragma prefer priority range referer rtt save-data
  sentry-trace te traceparent tracestate trailer transfer-encoding true-client-ip uber-trace-id upgrade upgrade-insecure-requests user-agent
  via viewport-width warning width x-api-key x-http-method-override x-requested-with x-scheme
`

/** Prefixes of such headers; `:` starts HTTP/2 pseudo-headers (RFC 9113 §8.3). */
const beginnings = `
  : accept- alt- cdn- cf- content- fastly- fly- grpc- if- proxy- sec- want- x-amz x-appengine x-arr- x-azure x-b3- x-client x-cloud x-cluster
  x-correlation x-csrf x-datadog x-envoy x-forwarded x-goog x-kong x-newrelic x-original x-ot- x-proxy x-real- x-request- x-ssl x-stainless
  x-trace x-vercel x-xsrf
`

const [common, begun] = [new Set(wordsOf(names)), wordsOf(beginnings)]

/** Tests whether a request header comes from HTTP, a browser or an intermediary rather than the API's contract. */
export const isCommonHeader = memoOfText((name) => {
  const lower = name.toLowerCase()
  // One regular expression for all would take longer to compile than a small recording takes to check.
  return common.has(lower) || begun.some((beginning) => lower.startsWith(beginning)) || /^cookie\d$/.test(lower)
})

function wordsOf(list: string): readonly string[] {
  return list.trim().split(/\s+/)
}
