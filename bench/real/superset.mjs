// Superset (Flask) in a virtual environment, on SQLite, with sample data created through its API: a database, a dataset, a chart, a dashboard.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, renameSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpSqlite } from './dump.mjs'
import { freePort, send, startServer } from './server.mjs'

/** Newer releases of Flask-Caching pass an argument that Superset 6.1 rejects. rich and cachetools are undeclared dependencies. */
const packages = ['apache-superset==6.1.0', 'rich', 'cachetools', 'Flask-Caching==2.3.1']
const admin = { username: 'admin', password: 'admin' }
const settings = `import os
SECRET_KEY = 'bench-bench-bench-bench-bench-bench-bench'
SQLALCHEMY_DATABASE_URI = os.environ['BENCH_DATABASE']
TALISMAN_ENABLED = False
WTF_CSRF_ENABLED = False
PREVENT_UNSAFE_DB_CONNECTIONS = False
JWT_ACCESS_TOKEN_EXPIRES = 86400
SILENCE_FAB = True
`
/** Data that changes without requests: logs, sessions, caches, login times, and modification metadata. */
const ignore = {
  tables: '^(logs|key_value|cache_keys|sqlite_sequence|alembic_version|keyvalue)$',
  columns: '^(last_login|login_count|fail_login_count|changed_on|changed_by_fk|last_saved_at|last_saved_by_fk)$',
}

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const program = (name) => join(folder, 'venv', 'bin', name)
  if (!existsSync(program('superset'))) {
    execFileSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: ['ignore', 2, 2] })
    execFileSync(program('pip'), ['install', '--quiet', ...packages], { stdio: ['ignore', 2, 2] })
  }
  await writeFile(join(folder, 'superset_config.py'), settings)
  const port = await freePort()
  const home = join(folder, `home-${port}`)
  await mkdir(home, { recursive: true })
  const env = (database) => ({
    BENCH_DATABASE: `sqlite:///${database}`,
    SUPERSET_CONFIG_PATH: join(folder, 'superset_config.py'),
    SUPERSET_HOME: home,
    FLASK_APP: 'superset.app:create_app()',
  })
  const template = join(folder, 'template.db')
  if (!existsSync(template)) {
    const empty = join(home, 'empty.db')
    const run = (...words) =>
      execFileSync(program('superset'), words, { env: { ...process.env, ...env(empty) }, stdio: ['ignore', 2, 2] })
    run('db', 'upgrade')
    const names = ['--firstname', 'Ann', '--lastname', 'Bench', '--email', 'ann@example.org']
    run('fab', 'create-admin', '--username', admin.username, '--password', admin.password, ...names)
    run('init')
    renameSync(empty, template)
  }
  const database = join(home, 'superset.db')
  copyFileSync(template, database)
  const baseUrl = `http://127.0.0.1:${port}`
  const server = ['-w', '2', '-b', `127.0.0.1:${port}`, '--timeout', '120', 'superset.app:create_app()']
  const { close } = await startServer(program('gunicorn'), server, {
    url: `${baseUrl}/health`,
    env: env(database),
    cwd: folder,
    isGroup: true,
  })
  const api = `${baseUrl}/api/v1`
  const login = await send('POST', `${api}/security/login`, { ...admin, provider: 'db', refresh: true })
  const value = `Bearer ${(await login.json()).access_token}`
  const headers = { authorization: value }
  const post = async (path, body) => (await send('POST', `${api}${path}`, body, headers)).json()
  const shop = join(home, 'shop.db')
  execFileSync('python3', [
    '-c',
    `import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
base.execute('create table orders (id integer primary key, name text, amount real, at timestamp)')
base.execute('create table books (id integer primary key, title text)')
base.executemany('insert into orders values (?, ?, ?, ?)', [(1, 'one', 1.5, '2026-01-01'), (2, 'two', 2.5, '2026-01-02')])
base.commit()`,
    shop,
  ])
  const { id } = await post('/database/', {
    database_name: 'shop',
    sqlalchemy_uri: `sqlite:///${shop}`,
    expose_in_sqllab: true,
  })
  const dataset = await post('/dataset/', { database: id, schema: 'main', table_name: 'orders' })
  const chart = {
    slice_name: 'orders',
    viz_type: 'table',
    datasource_id: dataset.id,
    datasource_type: 'table',
    params: '{"viz_type":"table","all_columns":["id","name"],"query_mode":"raw"}',
  }
  await post('/chart/', chart)
  await post('/dashboard/', { dashboard_title: 'orders', slug: 'orders', published: true })
  await post('/saved_query/', { db_id: id, label: 'orders', schema: 'main', sql: 'select * from orders' })
  await post('/css_template/', { template_name: 'plain', css: 'p {}' })
  await post('/annotation_layer/', { name: 'seeded' })
  const description = join(folder, 'openapi.json')
  await writeFile(description, await (await fetch(`${api}/_openapi`, { headers })).text())
  const dump = () => dumpSqlite(database, ignore)
  return { baseUrl, description, header: { name: 'Authorization', value }, dump, close }
}
