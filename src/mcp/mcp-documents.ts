// Documents for models on fields, statuses and confidence, generated from the code.
import { z } from 'zod'
import { Building, FloorPlan, Media, Project, Unit } from '../catalog/records/record-schemas.ts'
import { CONSTRUCTION_MOVES, HEADLINE_STATUSES, SALES_MOVES } from '../catalog/records/status.ts'

interface Field {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Field[]
  readonly items?: Field
  readonly format?: string
  readonly description?: string
}

function typeOf(field: Field): string {
  if (field.anyOf) return field.anyOf.map(typeOf).join(' or ')
  if (field.enum) return field.enum.join(' | ')
  if (field.type === 'array') return `list of ${typeOf(field.items ?? {})}`
  return field.format ?? field.type ?? 'any'
}

function fieldsText(name: string, record: z.ZodObject): string {
  const { properties = {} } = z.toJSONSchema(record) as { properties?: Record<string, Field> }
  const lines = Object.entries(properties).map(([field, schema]) => {
    const text = schema.description ?? schema.anyOf?.find((one) => one.description)?.description
    return `- ${field}: ${typeOf(schema)}${text ? `. ${text}` : ''}`
  })
  return [`## ${name}`, ...lines].join('\n')
}

function fields(): string {
  const records = { Project, Building, 'Floor plan': FloorPlan, Unit, Media }
  const parts = Object.entries(records).map(([name, record]) => fieldsText(name, record))
  return [
    '# Fields',
    'Prices are in whole Canadian dollars, sizes in whole square feet. Null and `unknown` mean that no source says it.',
    ...parts,
  ].join('\n\n')
}

function moves(table: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(table)
    .map(([from, to]) => `- ${from} → ${to.length === 0 ? '(final)' : to.join(', ')}`)
    .join('\n')
}

function statuses(): string {
  return [
    '# Statuses',
    'A project has a sales_status and a construction_status. `status` summarizes both: it is the first of these that applies.',
    HEADLINE_STATUSES.map((status, i) => `${i + 1}. ${status}`).join('\n'),
    '## Allowed changes of sales_status',
    moves(SALES_MOVES),
    '## Allowed changes of construction_status',
    moves(CONSTRUCTION_MOVES),
  ].join('\n\n')
}

const CONFIDENCE = `# Confidence

match_confidence is a probability: of all results with 0.9, nine in ten are correct. A value of 1 with match_method
"verified" means that a curator confirmed the address.

- outcome matched, recommended_action accept: use the result.
- outcome ambiguous: more than one building fits. Ask the user which one; do not use the first.
- outcome weak, recommended_action review: present the result as a guess and ask the user to confirm it.
- outcome no_match: the building is not in the dataset; \`reason\` says why. Tell the user; do not invent a building.
- match_level project: the project is certain, the tower is not. Ask which tower.
- canonical_mls_address is the address of the building; project_address that of its project.

none_probability is the probability that the correct building is not in the list.`

export const DOCUMENTS: Readonly<Record<string, { title: string; description: string; text: () => string }>> = {
  'docs://fields': {
    title: 'Fields',
    description: 'Every field of every record, with its type and meaning',
    text: fields,
  },
  'docs://statuses': {
    title: 'Statuses',
    description: 'Sales status, construction status and headline status, with the allowed changes',
    text: statuses,
  },
  'docs://confidence': {
    title: 'Confidence',
    description: 'How to read match_confidence, outcome and recommended_action, and when to ask the user',
    text: () => CONFIDENCE,
  },
}
