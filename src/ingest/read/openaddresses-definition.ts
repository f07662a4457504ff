// Definitions of OpenAddresses: which columns of a city's file form an address, and the licence of the file.
import { z } from 'zod'
import { FileRefused, quoted } from '../record/draft.ts'

const text = z.string().min(1).max(200)
const name = z.string().max(500)

const Step = z
  .object({
    function: text,
    field: text.optional(),
    fields: z.array(text).max(20).optional(),
    separator: z.string().max(20).optional(),
    format: text.optional(),
    pattern: text.optional(),
    replace: z.string().max(200).optional(),
    field_to_remove: text.optional(),
    may_contain_units: z.boolean().optional(),
    value: z.string().max(200).optional(),
  })
  .meta({ id: 'OpenAddressesStep' })
type Step = z.infer<typeof Step>
const Source = z
  .union([
    text,
    z.array(text).max(20),
    Step.extend({ variable: text.optional(), functions: z.array(Step).max(10).optional() }),
  ])
  .meta({ id: 'OpenAddressesSource' })
type Source = z.infer<typeof Source>

const Layer = z.object({
  license: z
    .union([name, z.object({ text: name, url: name, 'attribution name': name, 'share-alike': z.boolean() }).partial()])
    .optional(),
  conform: z.object({
    format: text,
    file: text.optional(),
    csvsplit: z.string().length(1).optional(),
    encoding: text.optional(),
    srs: text.optional(),
    headers: z.int().optional(),
    skiplines: z.int().optional(),
    ...{ number: Source, street: Source },
    ...{ unit: Source.optional(), city: Source.optional(), region: Source.optional(), postcode: Source.optional() },
    ...{ lat: Source.optional(), lon: Source.optional() },
  }),
})

/** Schema 2. All else, such as contacts, is neither read nor stored. */
export const Definition = z
  .object({
    coverage: z.object({ state: text, city: text, town: text }).partial().optional(),
    layers: z.object({ addresses: z.array(Layer).min(1).max(20) }),
  })
  .meta({ id: 'OpenAddressesDefinition' })
export type Definition = z.infer<typeof Definition>
export type DefinedLayer = z.infer<typeof Layer>

const READABLE = ['csv', 'geojson']
const PARTS = ['number', 'street', 'unit', 'city', 'region', 'postcode', 'lat', 'lon'] as const
export type AddressPart = (typeof PARTS)[number]
type Values = (column: string) => string

/** The first layer whose file can be read. */
export function layerOf({ layers }: Definition): DefinedLayer {
  const layer = layers.addresses.find(({ conform }) => READABLE.includes(conform.format))
  const formats = layers.addresses.map(({ conform }) => quoted(conform.format)).join(', ')
  if (!layer) throw new FileRefused(`the format ${formats} cannot be read; save the file as CSV or GeoJSON`)
  const { headers = 1, skiplines = 1 } = layer.conform
  if (headers !== 1 || skiplines !== 1) throw new FileRefused('"headers" and "skiplines" other than 1 cannot be read')
  return layer
}

/** How to read each part of an address that the definition has. */
export function partsOf({ conform }: DefinedLayer): Readonly<Partial<Record<AddressPart, (values: Values) => string>>> {
  return Object.fromEntries(
    PARTS.flatMap((part) => (conform[part] === undefined ? [] : [[part, readerOf(conform[part])]])),
  )
}

/** Columns that hold a part as it is. Without them, the file is another one. */
export const requiredColumns = ({ conform: { number, street } }: DefinedLayer): string[] =>
  [number, street].flat().filter((source) => typeof source === 'string')

const NUMBER = /^\s*(\d+(?:[ -]\d\/\d)?[A-Za-z]?(?:-\d+[A-Za-z]?)?)(?=\s)/
const UNIT = /\s((?:apartment|apt\.?|unit|suite|ste\.?|#)\s*[\w-]+)\s*$/i

const present = (list: readonly string[]) => list.filter((one) => one !== '')
type Get = (field: string | undefined) => string

/** With the values of the columns, cut to their longest. An expression is checked before the file is read. */
const FUNCTIONS: Readonly<Record<string, (get: Get, step: Step) => string>> = {
  join: (get, { fields = [], separator = ' ' }) => present(fields.map(get)).join(separator),
  format: (get, { fields = [], format = '' }) => format.replace(/\$(\d)/g, (_, n) => get(fields[Number(n) - 1])).trim(),
  first_non_empty: (get, { fields = [] }) => present(fields.map(get))[0] ?? '',
  constant: (_, { value = '' }) => value,
  prefixed_number: (get, { field }) => NUMBER.exec(get(field))?.[1] ?? '',
  prefixed_street: (get, { field }) => get(field).replace(/\s+\d+[A-Za-z]?\s*$/, ''),
  postfixed_street: (get, { field, may_contain_units }) =>
    get(field)
      .replace(NUMBER, '')
      .trim()
      .replace(may_contain_units ? UNIT : '', ''),
  postfixed_unit: (get, { field }) => UNIT.exec(get(field))?.[1] ?? '',
  remove_prefix: (get, { field, field_to_remove }) =>
    get(field).startsWith(get(field_to_remove)) ? get(field).slice(get(field_to_remove).length).trim() : get(field),
  remove_postfix: (get, { field, field_to_remove }) =>
    get(field).endsWith(get(field_to_remove))
      ? get(field)
          .slice(0, -get(field_to_remove).length || undefined)
          .trim()
      : get(field),
  regexp: (get, { field, pattern = '', replace }) =>
    replace === undefined
      ? present((new RegExp(pattern).exec(get(field)) ?? []).slice(1).map((group) => group ?? '')).join('')
      : get(field).replace(new RegExp(pattern, 'g'), replace.replace(/\$\{(\d)\}/g, '$$$1')),
}

/** Longer values are no parts of an address. It also bounds what an expression costs. */
const MAX_VALUE_LENGTH = 200

function readerOf(source: Source): (values: Values) => string {
  if (typeof source === 'string') return (values) => values(source)
  if (Array.isArray(source)) return readerOf({ function: 'join', fields: source })
  if (source.function === 'chain') {
    const steps = (source.functions ?? []).map(readerOf)
    return (values) =>
      steps.reduce(
        (result, step, i) => step((column) => (i > 0 && column === source.variable ? result : values(column))),
        '',
      )
  }
  const read = Object.hasOwn(FUNCTIONS, source.function) ? FUNCTIONS[source.function] : undefined
  if (!read) throw new FileRefused(`the function ${quoted(source.function)} is not supported`)
  if (source.pattern !== undefined) requireSafe(source.pattern)
  return (values) => read((field) => (field === undefined ? '' : values(field).slice(0, MAX_VALUE_LENGTH)), source)
}

const [MAX_REPEATS, MAX_QUANTIFIERS] = [3, 10]

/**
 * Anyone can write a definition, so its expressions are kept cheap: no repeated groups, look-arounds or references to groups, and
 * few quantifiers.
 */
function requireSafe(pattern: string): void {
  const plain = pattern
    .replace(/\\(?=[1-9k])/g, '(?=')
    .replace(/\\./g, 'x')
    .replace(/\[\^?\]?[^\]]*\]/g, 'x')
  const quantifiers = plain.replace(/\(\?:/g, '(')
  const isCostly =
    /\)[*+{]/.test(plain) ||
    /\(\?[^:]/.test(plain) ||
    (quantifiers.match(/[*+]|\{\d*,?\d*\}/g) ?? []).length > MAX_REPEATS ||
    (quantifiers.match(/[*+?{]/g) ?? []).length > MAX_QUANTIFIERS
  if (isCostly) throw new FileRefused(`the expression ${quoted(pattern)} is too complex`)
  try {
    new RegExp(pattern)
  } catch {
    throw new FileRefused(`the expression ${quoted(pattern)} is not valid`)
  }
}
