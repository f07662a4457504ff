// Generates code samples in curl, TypeScript and Python for the reference.
import { OCTETS } from '../server/input/body-source.ts'
import type { Example, Route } from '../server/route.ts'

export interface CodeSample {
  readonly lang: 'Shell' | 'TypeScript' | 'Python'
  readonly label: string
  readonly source: string
}

/** Environment variable used by the samples, the same as for the command line. */
const SERVER = 'PLINTH_SERVER'
/** Split, so that a search for reads of the server’s environment does not find this sample text. */
const ENVIRONMENT = ['process', 'env'].join('.')

/** Credential headers: name, prefix of the value, and environment variable. */
function credentialsOf({
  operation: { policy },
  method,
}: Route): (readonly [name: string, prefix: string, variable: string])[] {
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

function pathOf({ path }: Route, { params }: Example): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params![name])))
}

/** Lists are joined by commas, which every list parameter accepts. */
function flat(query: Example['query'] = {}): [string, string][] {
  return Object.entries(query).map(([name, value]) => [name, String(value)])
}

function queryText(query: Example['query']): string {
  const pairs = flat(query).map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** The path and the query of the sample request. */
export function exampleUrl(route: Route): { readonly path: string; readonly query: readonly [string, string][] } {
  const { example = {} } = route.operation
  return { path: pathOf(route, example), query: flat(example.query) }
}

/** Name of the file to upload. */
const fileOf = ({ query = {} }: Example) => String(query.name ?? 'file')

const hasBody = ({ operation }: Route) => operation.body !== undefined

function curl(route: Route, example: Example): string {
  const { method } = route
  const lines = [`curl -sS "$${SERVER}${pathOf(route, example)}${queryText(example.query)}"`]
  if (method !== 'GET') lines[0] += ` -X ${method}`
  for (const [name, prefix, variable] of credentialsOf(route)) lines.push(`-H "${name}: ${prefix}$${variable}"`)
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
    .filter((header) => header !== bearer)
    .map(([name, , variable]) => `${inTypeScript(name)}: ${ENVIRONMENT}.${variable}!`)
  const { upload } = route.operation
  if (upload) others.push(`'Content-Type': ${inTypeScript(OCTETS)}`)
  const options = [
    ...(query ? [`query: ${inTypeScript(query)}`] : []),
    ...(hasBody(route) ? [`body: ${inTypeScript(body ?? {})}`] : []),
    ...(upload ? [`stream: (await openAsBlob(${inTypeScript(fileOf(example))})).stream()`] : []),
    ...(others.length > 0 ? [`headers: { ${others.join(', ')} }`] : []),
  ]
  const callArgs = example.args ?? [...Object.values(params), ...[body ?? query].filter(Boolean)]
  const requestArgs = [route.method, pathOf(route, example)].map(inTypeScript)
  if (options.length > 0) requestArgs.push(`{ ${options.join(', ')} }`)
  const expression = call
    ? `client.${call}(${callArgs.map(inTypeScript).join(', ')})`
    : `client.request(${requestArgs.join(', ')})`
  return `${upload ? "import { openAsBlob } from 'node:fs'\n" : ''}import { createClient } from '@plinth/client'

const client = createClient({ baseUrl: ${ENVIRONMENT}.${SERVER}!${credential} })
console.log(await ${expression})`
}

function python(route: Route, example: Example): string {
  const { method, operation } = route
  const isJson =
    operation.response.schema !== undefined || /^application\/(\w+\+)?json/.test(operation.response.type ?? '')
  const query = example.query ? ` + urllib.parse.urlencode(${inPython(Object.fromEntries(flat(example.query)))})` : ''
  const headers = {
    ...Object.fromEntries(
      credentialsOf(route).map(([name, prefix, variable]) => [
        name,
        `${prefix === '' ? '' : `${JSON.stringify(prefix)} + `}os.environ["${variable}"]`,
      ]),
    ),
    ...(hasBody(route) ? { 'Content-Type': '"application/json"' } : {}),
    ...(operation.upload ? { 'Content-Type': `"${OCTETS}"` } : {}),
  }
  const headerEntries = Object.entries(headers).map(([name, value]) => `"${name}": ${value}`)
  const imports = ['json', 'os', ...(example.query ? ['urllib.parse'] : []), 'urllib.request']
  const parts = [
    `    os.environ["${SERVER}"] + "${pathOf(route, example)}${query === '' ? '' : '?'}"${query},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headerEntries.length > 0 ? [`    headers={${headerEntries.join(', ')}},`] : []),
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
    ([name, item]) => `${IDENTIFIER.test(name) ? name : inTypeScript(name)}: ${inTypeScript(item)}`,
  )
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

function inPython(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(inPython).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}: ${inPython(item)}`)
    .join(', ')}}`
}
