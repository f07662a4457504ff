// Short documents for models: what the fields mean, how statuses move, how to read a confidence. Made from the code they describe.
import { z } from 'zod'
import { Building, FloorPlan, Media, Project, Unit } from '../catalog/record-schemas.ts'
import { CONSTRUCTION_MOVES, HEADLINE_STATUSES, SALES_MOVES } from '../catalog/status.ts'

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
    'Prices are whole Canadian dollars, sizes whole square feet. Null means not known.',
    ...parts,
  ].join('\n\n')
}

function moves(table: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(table)
    .map(([from, to]) => `- ${from} → ${to.length === 0 ? '(the end)' : to.join(', ')}`)
    .join('\n')
}

function statuses(): string {
  return [
    '# Statuses',
    'A project has two axes, sales_status and construction_status. `status` is the headline made from both: the first of these that holds.',
    HEADLINE_STATUSES.map((status, i) => `${i + 1}. ${status}`).join('\n'),
    '## How sales move',
    moves(SALES_MOVES),
    '## How construction moves',
    moves(CONSTRUCTION_MOVES),
  ].join('\n\n')
}

const CONFIDENCE = `# Confidence

match_confidence is a probability: of all answers given at 0.9, nine in ten are right. 1 with match_method "verified" means
that a person looked at the address and decided.

- outcome matched, recommended_action accept: use it.
- outcome ambiguous: more than one building fits. Ask the user which; do not take the first.
- outcome weak, recommended_action review: name it as a guess and ask the user to confirm.
- outcome no_match: there is no such building in the data, and \`reason\` says why. Say so; do not invent one.
- match_level project: the project is certain, the tower is not. Ask which tower.

none_probability is the probability that the right building is none of those listed.`

export const DOCUMENTS: Readonly<Record<string, { title: string; description: string; text: () => string }>> = {
  'docs://fields': {
    title: 'Fields',
    description: 'Every field of every record, with its type and meaning',
    text: fields,
  },
  'docs://statuses': {
    title: 'Statuses',
    description: 'The status axes, their moves, and the headline',
    text: statuses,
  },
  'docs://confidence': {
    title: 'Confidence',
    description: 'How to read match_confidence, outcome and recommended_action, and when to ask the user',
    text: () => CONFIDENCE,
  },
}
