import { memoOfText } from '../../../util/text.ts'

/**
 * Headers that HTTP itself, browsers, proxies, tracers and client libraries add: RFC 9110, the Fetch standard, W3C Trace Context, and what
 * gateways call theirs. They are no part of a contract.
 */
const names = `
  accept age authorization authority baggage b3 cache-control client-ip connection cookie correlation-id date device-memory dnt downlink dpr
  ect expect forwarded from host http2-settings keep-alive max-forwards newrelic origin postman-token pragma prefer priority range referer rtt save-data
  sentry-trace te traceparent tracestate trailer transfer-encoding true-client-ip uber-trace-id upgrade upgrade-insecure-requests user-agent
  via viewport-width warning width x-api-key x-http-method-override x-requested-with x-scheme
`

/** The same by how they begin; `:` are the pseudo headers of HTTP/2 (RFC 9113 §8.3). */
const beginnings = `
  : accept- alt- cdn- cf- content- fastly- fly- grpc- if- proxy- sec- want- x-amz x-appengine x-arr- x-azure x-b3- x-client x-cloud x-cluster
  x-correlation x-csrf x-datadog x-envoy x-forwarded x-goog x-kong x-newrelic x-original x-ot- x-proxy x-real- x-request- x-ssl x-stainless
  x-trace x-vercel x-xsrf
`

const [common, begun] = [new Set(wordsOf(names)), wordsOf(beginnings)]

/** Whether a header of a request is of HTTP, a browser or something on the way rather than of an API. */
export const isCommonHeader = memoOfText((name) => {
  const lower = name.toLowerCase()
  // Sets and prefixes: one regular expression of all takes V8 longer to compile than a small recording to check.
  return common.has(lower) || begun.some((beginning) => lower.startsWith(beginning)) || /^cookie\d$/.test(lower)
})

function wordsOf(list: string): readonly string[] {
  return list.trim().split(/\s+/)
}
