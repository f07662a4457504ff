// Shortens a recorded response for the documentation, and removes secrets.

const MAX_RECORDS = 2
const MAX_VALUES = 6
const MAX_TEXT = 300
const MAX_LINES = 6

/** Keeps the first records of lists, and the first lines of text. */
export function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\n') ? lines(value) : cut(value)
  if (Array.isArray(value)) {
    const isRecords = value.some((item) => item !== null && typeof item === 'object' && !Array.isArray(item))
    return value.slice(0, isRecords ? MAX_RECORDS : MAX_VALUES).map(shorten)
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === 'schema' ? outline(item) : shorten(item)]),
  )
}

/** The document has every operation and schema; the first path shows its form. */
export function shortenOpenApi(document: Readonly<Record<string, unknown>>): unknown {
  const { openapi, info, servers, paths } = document
  const [[path, operations]] = Object.entries(paths as Readonly<Record<string, object>>) as [[string, object]]
  const names = Object.keys(operations)
  return { openapi, info: shorten(info), servers, paths: { [path]: Object.fromEntries(names.map((n) => [n, '…'])) } }
}

/** A JSON Schema can be longer than everything else; the event catalogue shows them. */
function outline(schema: unknown): unknown {
  if (schema === null || typeof schema !== 'object') return schema
  const { $schema, type, description } = schema as Record<string, unknown>
  return { $schema, type, description }
}

function lines(text: string): string {
  const all = text.trimEnd().split('\n')
  const kept = all.slice(0, MAX_LINES).map(cut)
  return [...kept, ...(all.length > kept.length ? ['…'] : [])].join('\n')
}

const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

/** Replaces keys, secrets and signatures. Their form stays, so that they still fit the schema. */
export function withoutSecrets(text: string): string {
  const fill = (prefix: string) => `${prefix}${'0123456789abcdefghijABCDEFGHIJ'.slice(0, 30)}`
  return text
    .replaceAll(/\b(pl_(?:test|live|mail|operator)_)[\w-]{20,}/g, (_, prefix) => fill(prefix))
    .replaceAll(/\b(whsec_)[\w+/=-]{20,}/g, (_, prefix) => fill(prefix))
    .replaceAll(
      /("(?:client_secret|csrf_token|access_token|preview_token)": ?")[^"]{20,}"/g,
      (_, name) => `${fill(name)}"`,
    )
    .replaceAll(/(signature=)[\w-]+/g, (_, name) => fill(name))
}
