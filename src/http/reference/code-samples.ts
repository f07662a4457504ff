// Samples for the reference: one example request told in curl, TypeScript and Python.

import { OCTETS } from '../door/input/body-source.ts'
import type { Example, Route } from '../door/route.ts'

export interface CodeSample {
  readonly lang: 'Shell' | 'TypeScript' | 'Python'
  readonly label: string
  readonly source: string
}

/** What the samples take from the environment; the same names as the command line. */
const SERVER = 'PLINTH_SERVER'
/** Text of a sample: whoever looks for readers of our own environment shall not find one here. */
const ENVIRONMENT = ['process', 'env'].join('.')

/** The headers that say who calls: name, what stands before the value, and the variable that holds it. */
function credentialsOf({
  operation: { policy },
  method,
}: Route): (readonly [name: string, before: string, variable: string])[] {
  if (policy.who === 'anyone') return []
  if (policy.who === 'credential') return [['Authorization', 'Bearer ', 'PLINTH_API_KEY']]
  if (policy.who !== 'person') return [['Authorization', 'Bearer ', 'PLINTH_OPERATOR_KEY']]
  const cookie = ['Cookie', '', 'PLINTH_COOKIE'] as const
  return method === 'GET' ? [cookie] : [cookie, ['X-CSRF-Token', '', 'PLINTH_CSRF_TOKEN']]
}

export function codeSamples(route: Route): CodeSample[] {
  const example = route.operation.example ?? {}
  return [
    { lang: 'Shell', label: 'curl', source: curl(route, example) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescript(route, example) },
    { lang: 'Python', label: 'Python', source: python(route, example) },
  ]
}

function pathOf({ path }: Route, { params = {} }: Example): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name] ?? 1)))
}

/** Lists are joined by commas, as every list parameter takes them. */
function flat(query: Example['query'] = {}): [string, string][] {
  return Object.entries(query).map(([name, value]) => [name, String(value)])
}

function queryText(query: Example['query']): string {
  const pairs = flat(query).map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** The name of the file that an upload sends. */
const fileOf = ({ query = {} }: Example) => String(query.name ?? 'file')

const hasBody = ({ operation }: Route) => operation.body !== undefined

function curl(route: Route, example: Example): string {
  const { method } = route
  const lines = [`curl -sS "$${SERVER}${pathOf(route, example)}${queryText(example.query)}"`]
  if (method !== 'GET') lines[0] += ` -X ${method}`
  for (const [name, before, variable] of credentialsOf(route)) lines.push(`-H "${name}: ${before}$${variable}"`)
  if (route.operation.upload) lines.push(`-H 'Content-Type: ${OCTETS}'`, `--data-binary @${fileOf(example)}`)
  if (hasBody(route))
    lines.push(
      `-H 'Content-Type: application/json'`,
      `-d '${JSON.stringify(example.body ?? {}).replaceAll("'", "'\\''")}'`,
    )
  return lines.join(' \\\n  ')
}

function typescript(route: Route, example: Example): string {
  const { call, params = {}, query, body } = example
  const credentials = credentialsOf(route)
  const bearer = credentials.find(([name]) => name === 'Authorization')
  const credential = bearer ? `, apiKey: ${ENVIRONMENT}.${bearer[2]}!` : ''
  const others = credentials
    .filter((one) => one !== bearer)
    .map(([name, , variable]) => `${inTypeScript(name)}: ${ENVIRONMENT}.${variable}!`)
  const { upload } = route.operation
  if (upload) others.push(`'Content-Type': ${inTypeScript(OCTETS)}`)
  const options = [
    ...(query ? [`query: ${inTypeScript(query)}`] : []),
    ...(hasBody(route) ? [`body: ${inTypeScript(body ?? {})}`] : []),
    ...(upload ? [`stream: (await openAsBlob(${inTypeScript(fileOf(example))})).stream()`] : []),
    ...(others.length > 0 ? [`headers: { ${others.join(', ')} }`] : []),
  ]
  const named = example.args ?? [...Object.values(params), ...[body ?? query].filter(Boolean)]
  const asked = [route.method, pathOf(route, example)].map(inTypeScript)
  if (options.length > 0) asked.push(`{ ${options.join(', ')} }`)
  const written = call ? `client.${call}(${named.map(inTypeScript).join(', ')})` : `client.request(${asked.join(', ')})`
  return `${upload ? "import { openAsBlob } from 'node:fs'\n" : ''}import { createClient } from 'plinth/client'

const client = createClient({ baseUrl: ${ENVIRONMENT}.${SERVER}!${credential} })
console.log(await ${written})`
}

function python(route: Route, example: Example): string {
  const { method, operation } = route
  const isJson =
    operation.response.schema !== undefined || /^application\/(\w+\+)?json/.test(operation.response.type ?? '')
  const query = example.query ? ` + urllib.parse.urlencode(${inPython(Object.fromEntries(flat(example.query)))})` : ''
  const headers = {
    ...Object.fromEntries(
      credentialsOf(route).map(([name, before, variable]) => [
        name,
        `${before === '' ? '' : `${JSON.stringify(before)} + `}os.environ["${variable}"]`,
      ]),
    ),
    ...(hasBody(route) ? { 'Content-Type': '"application/json"' } : {}),
    ...(operation.upload ? { 'Content-Type': `"${OCTETS}"` } : {}),
  }
  const written = Object.entries(headers).map(([name, value]) => `"${name}": ${value}`)
  const imports = ['json', 'os', ...(example.query ? ['urllib.parse'] : []), 'urllib.request']
  const parts = [
    `    os.environ["${SERVER}"] + "${pathOf(route, example)}${query === '' ? '' : '?'}"${query},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(written.length > 0 ? [`    headers={${written.join(', ')}},`] : []),
    ...(operation.upload ? [`    data=open("${fileOf(example)}", "rb").read(),`] : []),
    ...(hasBody(route) ? [`    data=json.dumps(${inPython(example.body ?? {})}).encode(),`] : []),
  ]
  const used = imports.filter((name) => name !== 'json' || isJson || hasBody(route))
  return `${used.map((name) => `import ${name}`).join('\n')}

request = urllib.request.Request(
${parts.join('\n')}
)
with urllib.request.urlopen(request) as response:
    print(${isJson ? 'json.load(response)' : 'response.read().decode()'})`
}

const IDENTIFIER = /^[a-z_]\w*$/i

function inTypeScript(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(inTypeScript).join(', ')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const parts = Object.entries(value).map(
    ([name, one]) => `${IDENTIFIER.test(name) ? name : inTypeScript(name)}: ${inTypeScript(one)}`,
  )
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

function inPython(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(inPython).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${inPython(one)}`)
    .join(', ')}}`
}
