// Shows a JSON Schema as a list of fields; named schemas are links to the page's objects.
import { Fragment } from 'preact'
import type { oas31 } from 'zod-openapi'
import type { Schema } from './docs-sections.ts'
import type { DocsText } from './docs-text.ts'
import { inlineMarkdown } from './markdown.ts'

type Properties = Readonly<Record<string, Schema>>
const COMPONENT = '#/components/schemas/'

function refOf(schema: Schema): string | undefined {
  return '$ref' in schema && schema.$ref ? schema.$ref.replace(COMPONENT, '') : undefined
}

const optionsOf = (schema: oas31.SchemaObject): readonly Schema[] => schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []

/** Names of the components that a schema uses, and those that they use. */
export function reachable(schemas: readonly (Schema | undefined)[], components: Properties): string[] {
  const found = new Set<string>()
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return
    if ('$ref' in value && typeof value.$ref === 'string') {
      const name = value.$ref.replace(COMPONENT, '')
      if (found.has(name)) return
      found.add(name)
      walk(components[name])
    }
    for (const item of Object.values(value)) walk(item)
  }
  for (const schema of schemas) walk(schema)
  return [...found].sort()
}

function Type({ schema }: { schema: Schema }) {
  const name = refOf(schema)
  if (name) return <a href={`#object-${name}`}>{name}</a>
  const { type, items, enum: values, const: constant, format } = schema as oas31.SchemaObject & { items?: Schema }
  const options = optionsOf(schema as oas31.SchemaObject)
  if (options.length > 0)
    return (
      <>
        {options.map((option, i) => (
          <Fragment key={String(i)}>
            {i > 0 && ' or '}
            <Type schema={option} />
          </Fragment>
        ))}
      </>
    )
  if (constant !== undefined) return <code>{String(constant)}</code>
  if (values)
    return (
      <>
        {values.map((value, i) => (
          <Fragment key={String(value)}>
            {i > 0 && ', '}
            <code>{String(value)}</code>
          </Fragment>
        ))}
      </>
    )
  if (items)
    return (
      <>
        list of <Type schema={items} />
      </>
    )
  const names = [type ?? 'any'].flat().join(' or ')
  return <>{format && names.startsWith('string') ? names.replace('string', format) : names}</>
}

/** Limits worth knowing: not those of integers in general. */
function limitsOf(schema: Schema): string {
  const { minimum, maximum, maxLength, maxItems, default: initial } = schema as oas31.SchemaObject
  const isReal = (limit: number | undefined) => limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER
  const parts = [
    isReal(minimum) && isReal(maximum) ? `${minimum} to ${maximum}` : '',
    isReal(minimum) && !isReal(maximum) ? `at least ${minimum}` : '',
    !isReal(minimum) && isReal(maximum) ? `at most ${maximum}` : '',
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems} items`,
    initial === undefined ? '' : `default ${JSON.stringify(initial)}`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** The schema whose fields are listed below: of an object, of the items of a list, or of the only object among options. */
function nested(schema: Schema): oas31.SchemaObject | undefined {
  if (refOf(schema)) return undefined
  const { properties, items } = schema as oas31.SchemaObject & { items?: Schema }
  if (properties) return schema as oas31.SchemaObject
  if (items) return nested(items)
  const objects = optionsOf(schema as oas31.SchemaObject)
    .map(nested)
    .filter(Boolean)
  return objects.length === 1 ? objects[0] : undefined
}

function describe(schema: Schema): string {
  const { description } = schema as oas31.SchemaObject
  if (description) return description
  for (const option of refOf(schema) ? [] : optionsOf(schema as oas31.SchemaObject)) {
    const found = describe(option)
    if (found) return found
  }
  return ''
}

export interface Field {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
  readonly description?: string | undefined
}

/** Required fields are marked in requests. In responses, nearly every field is always there. */
export function FieldList({ fields, text, marks }: { fields: readonly Field[]; text: DocsText; marks: boolean }) {
  return (
    <ul class="fields">
      {fields.map(({ name, schema, required, description }) => {
        const inner = nested(schema)
        const [what, limits] = [description ?? describe(schema), limitsOf(schema)]
        return (
          <li key={name}>
            <code class="name">{name}</code>{' '}
            <span class="type">
              <Type schema={schema} />
              {limits && `, ${limits}`}
            </span>
            {marks && required && <span class="badge">{text.required}</span>}
            {what && <Markdown source={what} />}
            {inner && <FieldList fields={fieldsOf(inner)} text={text} marks={marks} />}
          </li>
        )
      })}
    </ul>
  )
}

export function fieldsOf(schema: oas31.SchemaObject): Field[] {
  return Object.entries(schema.properties as Properties).map(([name, property]) => ({
    name,
    schema: property,
    required: schema.required?.includes(name) ?? false,
  }))
}

/** A body: its fields, or its type if it has none. */
export function SchemaView({ schema, text, marks }: { schema: Schema; text: DocsText; marks: boolean }) {
  const inner = nested(schema)
  if (inner) return <FieldList fields={fieldsOf(inner)} text={text} marks={marks} />
  return (
    <p class="type">
      <Type schema={schema} />
    </p>
  )
}

/** The named schemas that the page's operations use. */
export function ObjectList({ names, components, text }: { names: string[]; components: Properties; text: DocsText }) {
  if (names.length === 0) return null
  return (
    <section aria-labelledby="objects">
      <h2 id="objects">{text.objects}</h2>
      {names.map((name) => (
        <div class="object" key={name}>
          <h3 id={`object-${name}`}>{name}</h3>
          {describe(components[name]!) && <Markdown source={describe(components[name]!)} />}
          <SchemaView schema={components[name]!} text={text} marks={false} />
        </div>
      ))}
    </section>
  )
}

/** A line or paragraph of our own Markdown. Safe: the source is our own text, and HTML in it is dropped. */
export function Markdown({ source }: { source: string }) {
  return <p dangerouslySetInnerHTML={{ __html: inlineMarkdown(source) }} />
}
