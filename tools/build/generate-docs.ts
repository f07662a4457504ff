// Writes the generated documents. With --check, lists those that are out of date.
import '../shared/help.ts'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { LIMITS, PLANS, planHas, plansWith } from '../../src/access/rights/plans.ts'
import type { Policy } from '../../src/access/rights/policies.ts'
import { leastAccountRole, PARTS } from '../../src/access/rights/policies.ts'
import { readSandbox } from '../../src/app/sandbox.ts'
import { Building, FloorPlan, Media, Project, Unit } from '../../src/catalog/records/record-schemas.ts'
import { drawMedia } from '../../src/demo/drawings.ts'
import { PROBLEMS } from '../../src/feeds/read/feed-problem.ts'
import { openApiDocument } from '../../src/http/reference/openapi.ts'
import { publishedDocument } from '../../src/http/reference/openapi-parts.ts'
import { routes } from '../../src/http/routes.ts'
import { credentialPolicyOf } from '../../src/http/server/call-operation.ts'
import { eventTypeCatalogue } from '../../src/http/webhooks/event-schemas.ts'
import { factsOfSource, isReadable, OPEN_SOURCES } from '../../src/ingest/open-sources/open-source-table.ts'
import { SETTINGS } from '../../src/kernel/settings.ts'
import { TOOLS } from '../../src/mcp/tools.ts'

const SANDBOX_PROJECTS = await readSandbox()

function settingsTable(): string {
  const rows = Object.values(SETTINGS).map((row) => `| \`${row.name}\` | \`${row.standard}\` | ${row.sentence} |`)
  return ['| variable | default | |', '|---|---|---|', ...rows].join('\n')
}

/** Replaces the text between two markers of a page. */
function fill(file: string, parts: Readonly<Record<string, string>>): string {
  let page = readFileSync(file, 'utf8')
  for (const [name, content] of Object.entries(parts)) {
    const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [from, to] = [page.indexOf(start), page.indexOf(end)]
    if (from < 0 || to < 0) throw new Error(`${file} must contain the markers ${start} and ${end}`)
    page = `${page.slice(0, from + start.length)}\n${content}\n${page.slice(to)}`
  }
  return page
}

interface JsonSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly const?: unknown
  readonly format?: string
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly description?: string
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`
  return schema.format ?? schema.type ?? 'any'
}

function describe(schema: JsonSchema): string {
  return schema.description ?? schema.anyOf?.find((option) => option.description)?.description ?? ''
}

/** Named schemas in place of references to them. */
function inline(schema: object): object {
  const { $defs = {} } = schema as { readonly $defs?: Readonly<Record<string, object>> }
  const reference = /\{"\$ref":"#\/\$defs\/(\w+)"/g
  return JSON.parse(JSON.stringify(schema).replace(reference, (_, name) => JSON.stringify($defs[name]).slice(0, -1)))
}

function schemaTable(record: z.ZodObject): string {
  const { properties = {} } = inline(z.toJSONSchema(record)) as JsonSchema
  const rows = Object.entries(properties).map(
    ([name, field]) => `| \`${name}\` | ${typeOf(field)} | ${describe(field)} |`,
  )
  return ['| field | type | |', '|---|---|---|', ...rows].join('\n')
}

/** The drawing of the sandbox with the largest or smallest floor plan. */
function drawing(kind: string, choose: 'largest' | 'smallest'): string {
  const plans = SANDBOX_PROJECTS.flatMap(({ floor_plans, media }) =>
    media
      .filter((item) => item.kind === kind)
      .map((item) => ({
        origin: item.origin,
        size: floor_plans.find(({ key }) => key === item.floor_plan_key)?.interior_sqft ?? 0,
      })),
  ).sort((a, b) => b.size - a.size || (a.origin < b.origin ? -1 : 1))
  const chosen = choose === 'largest' ? plans[0] : plans.at(-1)
  return `${drawMedia(chosen!.origin).svg}\n`
}

function eventTable(): string {
  const rows = eventTypeCatalogue().map(({ type, description }) => `| \`${type}\` | ${description} |`)
  return ['| type | |', '|---|---|', ...rows].join('\n')
}

function problemTable(): string {
  const rows = Object.entries(PROBLEMS).map(([code, text]) => `| \`${code}\` | ${text} |`)
  return ['| code | |', '|---|---|', ...rows].join('\n')
}

/** Each tool with its operation, scope and plans. */
function toolTable(): string {
  const rows = TOOLS.map(({ name, title, operation }) => {
    const { method, path } = routes.find((row) => row.operation.id === operation)!
    const { scope, feature } = credentialPolicyOf(routes, operation)
    const plans = plansWith('mcp').filter((plan) => planHas(plan, feature))
    return `| \`${name}\` | ${title} | \`${method} ${path}\` | \`${scope}\` | ${plans.join(', ')} |`
  })
  return ['| tool | | API operation | scope | plans |', '|---|---|---|---|---|', ...rows].join('\n')
}

function callers(policy: Policy): string {
  if (policy.who === 'anyone') return 'anyone'
  if (policy.who === 'person') return 'a signed-in person'
  if (policy.who === 'role') return policy.role === 'operator' ? 'operators' : 'curators and operators'
  return policy.scope === null ? 'any credential' : `scope \`${policy.scope}\``
}

function accountRoleOf(policy: Policy, method: string): string {
  return policy.who === 'credential' || policy.who === 'person' ? leastAccountRole(policy, method) : ''
}

function plansOf(policy: Policy): string {
  return policy.who === 'credential' ? plansWith(policy.feature).join(', ') : ''
}

function partsOf(policy: Policy): string {
  if (policy.who !== 'credential') return ''
  return policy.parts
    .map((name) => {
      const { what, feature, scope } = PARTS[name]
      return `${what}: ${plansWith(feature).join(', ')}${scope === null ? '' : ` with \`${scope}\``}`
    })
    .join('; ')
}

/** Who may call each operation of the API. */
function accessTable(): string {
  const rows = routes
    .filter(({ operation }) => operation.tag !== 'Pages' && operation.tag !== 'Reference')
    .map(({ method, path, operation: { policy } }) => {
      const cells = [
        `\`${method} ${path}\``,
        callers(policy),
        accountRoleOf(policy, method),
        plansOf(policy),
        partsOf(policy),
      ]
      return `| ${cells.join(' | ')} |`
    })
  return [
    '| operation | who may call it | account role of a session | plans | parts that need more |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** Limits of each plan, as a table. */
function limitTable(): string {
  const names: Readonly<Partial<Record<keyof (typeof LIMITS)['pro'], string>>> = {
    requests_per_minute: 'requests per minute',
    requests_per_month: 'requests per month',
    lookups_per_month: 'lookups per month',
    batch_addresses_per_minute: 'addresses in batches and streams, per minute',
    suggest_per_minute: 'requests for suggestions, per minute',
    change_retention_days: 'days in the change log',
    webhook_endpoints: 'webhook endpoints',
    stored_listings: 'stored listings',
    file_rows: 'rows of an uploaded file',
    stored_file_mib: 'MiB of uploaded files together',
    running_files: 'uploaded files processed at a time',
  }
  const rows = Object.entries(names).map(([key, name]) => {
    const values = PLANS.map((plan) => LIMITS[plan][key as keyof (typeof LIMITS)['pro']].toLocaleString('en-CA'))
    return `| ${name} | ${values.join(' | ')} |`
  })
  return [`| | ${PLANS.join(' | ')} |`, `|---|${PLANS.map(() => '---:|').join('')}`, ...rows].join('\n')
}

/** What `plinth data` installs. */
function openSourceTable(): string {
  const rows = OPEN_SOURCES.map((source) => {
    const { name, page, format, bytes, changes, tried_on, note } = source
    const { title, publisher, licence } = factsOfSource(source)
    const size = `${Math.ceil(bytes / 1e6).toLocaleString('en-CA')} MB`
    const layout = isReadable(source) ? `${tried_on}${note ? `. ${note}` : ''}` : 'not readable by this version yet'
    const data = `[${title ?? name}](${page})${publisher ? `, ${publisher}` : ''}`
    return `| \`${name}\` | ${data} | ${licence ?? ''} | \`${format}\` | ${size} | ${changes} | ${layout} |`
  })
  return [
    '| name | data | licence | format | usual size | changes | layout tried on |',
    '|---|---|---|---|---:|---|---|',
    ...rows,
  ].join('\n')
}

const documents: Readonly<Record<string, () => string>> = {
  'docs/openapi.json': () => `${JSON.stringify(publishedDocument(openApiDocument(routes), '/'), null, 1)}\n`,
  'docs/operations.md': () => fill('docs/operations.md', { settings: settingsTable() }),
  'docs/data.md': () =>
    fill('docs/data.md', {
      project: schemaTable(Project),
      building: schemaTable(Building),
      'floor-plan': schemaTable(FloorPlan),
      unit: schemaTable(Unit),
      media: schemaTable(Media),
    }),
  'docs/reference/limits.md': () => fill('docs/reference/limits.md', { 'plan-limits': limitTable() }),
  'docs/webhooks.md': () => fill('docs/webhooks.md', { events: eventTable() }),
  'docs/open-data.md': () => fill('docs/open-data.md', { 'open-sources': openSourceTable() }),
  'docs/feeds.md': () => fill('docs/feeds.md', { 'feed-problems': problemTable() }),
  'docs/access.md': () => fill('docs/access.md', { 'access-table': accessTable() }),
  'docs/mcp.md': () => fill('docs/mcp.md', { tools: toolTable() }),
  'docs/images/exterior.svg': () => drawing('rendering_exterior', 'largest'),
  'docs/images/plan-large.svg': () => drawing('floor_plan', 'largest'),
  'docs/images/plan-small.svg': () => drawing('floor_plan', 'smallest'),
}

const check = process.argv.includes('--check')
const stale: string[] = []
for (const [file, make] of Object.entries(documents)) {
  const text = make()
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  stale.push(file)
  if (!check) writeFileSync(file, text)
}
if (stale.length > 0) console.log(`${check ? 'out of date' : 'written'}: ${stale.join(', ')}`)
if (check && stale.length > 0) {
  console.log('run "npm run docs"')
  process.exitCode = 1
}
