import { z } from 'zod'
import { httpAddress, path, variable } from './values.ts'

const milliseconds = z.int().min(1).exactOptional()

const rateLimit = z.strictObject({
  perSecond: z.number().min(0.1).describe('Maximum requests per second.'),
  burst: z.int().min(1).exactOptional().describe('Maximum burst after a pause; default: 1.'),
  operations: z
    .string()
    .min(1)
    .exactOptional()
    .describe('Operations (a glob) that the limit applies to, `GET /reports/**`; default: all.'),
})

const file = z.string().min(1).exactOptional()

const tls = z.strictObject({
  caFile: file.describe('PEM file with additional trusted certificate authorities.'),
  certFile: file.describe('PEM file with the client certificate and its chain.'),
  keyFile: file.describe('PEM file with the key of the client certificate.'),
  servername: z
    .string()
    .min(1)
    .exactOptional()
    .describe('Server name for SNI and certificate checks; default: the host of the URL.'),
  insecure: z.boolean().exactOptional().describe('Accept any certificate; every run warns about it.'),
})

const timeouts = z.strictObject({
  connectMs: milliseconds.describe('Milliseconds to connect, including TLS; default: `timeoutMs`.'),
  headersMs: milliseconds.describe(
    'Milliseconds from sending the request to the last response header; default: `timeoutMs`.',
  ),
  bodyMs: milliseconds.describe('Milliseconds between two chunks of the body; default: `timeoutMs`.'),
  totalMs: milliseconds.describe(
    'Milliseconds for the whole call, with redirects, retries and delays; default: 60,000.',
  ),
})

/** Address and behaviour of a target. */
export const targetSchema = z.strictObject({
  baseUrl: httpAddress
    .exactOptional()
    .describe('Base URL of the API, unless an environment variable or a flag sets it.'),
  baseUrlEnv: variable.exactOptional().describe('Environment variable with the base URL.'),
  basePath: path
    .exactOptional()
    .describe(
      'Path to add to a base URL without one, `/` for none; default: the path of the servers in the description.',
    ),
  sandbox: z.boolean().exactOptional().describe('Call the built-in demo API if there is no base URL; default: false.'),
  writable: z
    .boolean()
    .exactOptional()
    .describe(
      'Allow calls that change data, so data may be lost; default: false; an explicit false also removes the advice to change this.',
    ),
  timeoutMs: milliseconds.describe('Milliseconds for one attempt, from connecting to the last byte; default: 10,000.'),
  timeouts: timeouts
    .exactOptional()
    .describe('Time limits for the phases of an attempt, and for the whole call with retries.'),
  maxBytes: z.int().min(1).exactOptional().describe('Maximum size of a decompressed body in bytes; default: 10 MiB.'),
  rateLimit: z
    .union([rateLimit, z.array(rateLimit).readonly()])
    .exactOptional()
    .describe('A rate limit, or a list of rate limits that all apply; default: none.'),
  concurrency: z.int().min(1).exactOptional().describe('Maximum number of concurrent requests; default: 8.'),
  proxy: z
    .union([
      httpAddress.regex(/^[^@]*$/, 'must not contain credentials: they belong in HTTPS_PROXY or HTTP_PROXY'),
      z.literal(false),
    ])
    .exactOptional()
    .describe('Proxy URL without credentials, instead of HTTPS_PROXY and HTTP_PROXY, or false for none.'),
  tls: tls.exactOptional().describe('TLS certificates and authorities; paths are relative to the working directory.'),
  http2: z.boolean().exactOptional().describe('Use HTTP/2 if the server supports it over TLS; default: false.'),
})
