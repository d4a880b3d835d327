import { z } from 'zod'
import { httpAddress, path, variable } from './values.ts'

const milliseconds = z.int().min(1).exactOptional()

const rateLimit = z.strictObject({
  perSecond: z.number().min(0.1).describe('Requests that may go out in a second.'),
  burst: z.int().min(1).exactOptional().describe('So many may go out at once after a pause; default: 1.'),
  operations: z
    .string()
    .min(1)
    .exactOptional()
    .describe('Glob over operation keys, `GET /reports/**`; default: every request.'),
})

const file = z.string().min(1).exactOptional()

const tls = z.strictObject({
  caFile: file.describe('PEM file of the authorities that are trusted besides those Node knows.'),
  certFile: file.describe('PEM file of the client certificate, with its chain.'),
  keyFile: file.describe('PEM file of the key of the client certificate.'),
  servername: z
    .string()
    .min(1)
    .exactOptional()
    .describe('The name that is asked for and checked, where it is not the host of the URL.'),
  insecure: z.boolean().exactOptional().describe('Accept any certificate; every run says so.'),
})

const timeouts = z.strictObject({
  connectMs: milliseconds.describe('Milliseconds to connect, TLS included; default: those of the attempt.'),
  headersMs: milliseconds.describe(
    'Milliseconds from the request sent to the last header; default: those of the attempt.',
  ),
  bodyMs: milliseconds.describe('Milliseconds between two pieces of the body; default: those of the attempt.'),
  totalMs: milliseconds.describe(
    'Milliseconds for the whole call, with redirects, further attempts and the waits between them; default: 60,000.',
  ),
})

/** Where and how an API is called. */
export const targetSchema = z.strictObject({
  baseUrl: httpAddress
    .exactOptional()
    .describe('What is called when no environment variable and no flag says otherwise.'),
  baseUrlEnv: variable.exactOptional().describe('The environment variable that holds the base URL.'),
  basePath: path
    .exactOptional()
    .describe(
      'The path below a base URL that has none, `/` for no path; default: that of the servers of the description.',
    ),
  sandbox: z.boolean().exactOptional().describe('Call the built-in sandbox when there is no base URL; default: false.'),
  writable: z
    .boolean()
    .exactOptional()
    .describe(
      'Calls that change state are allowed, so data may be lost; default: false. If you say false, no report advises to change that.',
    ),
  timeoutMs: milliseconds.describe('Milliseconds for one attempt, from connecting to the last byte; default: 10,000.'),
  timeouts: timeouts
    .exactOptional()
    .describe('Time limits of the parts of an attempt, and of the whole call with further attempts.'),
  maxBytes: z.int().min(1).exactOptional().describe('The most bytes of a body, unpacked; default: 10 MiB.'),
  rateLimit: z
    .union([rateLimit, z.array(rateLimit).readonly()])
    .exactOptional()
    .describe('A limit on requests, or a list of limits that all hold; default: none.'),
  concurrency: z.int().min(1).exactOptional().describe('Requests under way at the same time; default: 8.'),
  proxy: z
    .union([
      httpAddress.regex(/^[^@]*$/, 'must hold no credentials: they belong in HTTPS_PROXY or HTTP_PROXY'),
      z.literal(false),
    ])
    .exactOptional()
    .describe('A proxy instead of HTTPS_PROXY and HTTP_PROXY, where one with credentials belongs, or false for none.'),
  tls: tls
    .exactOptional()
    .describe('Certificates, and whose are believed; files are relative to the working directory.'),
  http2: z.boolean().exactOptional().describe('Speak HTTP/2 to a server that offers it over TLS; default: false.'),
})
