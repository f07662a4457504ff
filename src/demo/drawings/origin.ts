// Reads and writes drawing origins: `drawing:<kind>?name=value&…`.

export const DRAWING_KINDS = [
  'exterior',
  'photo',
  'interior',
  'amenity',
  'floor_plan',
  'key_plate',
  'site_plan',
  'logo',
  'brochure',
  'price_list',
] as const
export type DrawingKind = (typeof DRAWING_KINDS)[number]
export type DrawingValues = Readonly<Record<string, string | number>>
export type Drawing = { svg: string; width: number; height: number }

/** The values of an origin, read by name. */
export type DrawingInput = {
  text(name: string): string
  number(name: string): number
  list(name: string): string[]
}

const PREFIX = 'drawing:'

export function drawingOrigin(kind: DrawingKind, values: DrawingValues): string {
  let origin = `${PREFIX}${kind}?`
  let first = true
  for (const name in values) {
    origin += `${first ? '' : '&'}${name}=${encode(String(values[name]))}`
    first = false
  }
  return origin
}

export function readOrigin(origin: string): { kind: DrawingKind; input: DrawingInput } {
  const mark = origin.indexOf('?')
  const kind = origin.slice(PREFIX.length, mark) as DrawingKind
  if (!origin.startsWith(PREFIX) || mark < 0 || !DRAWING_KINDS.includes(kind)) {
    throw new TypeError(`not a drawing origin: ${origin.slice(0, 60)}`)
  }
  const values = new Map<string, string>()
  for (const pair of origin.slice(mark + 1).split('&')) {
    const equals = pair.indexOf('=')
    if (equals <= 0) continue
    const value = pair.slice(equals + 1)
    values.set(pair.slice(0, equals), value.includes('%') ? decodeURIComponent(value) : value)
  }
  return { kind, input: inputOf((name) => values.get(name) ?? '') }
}

/** Creates the input directly from values, without parsing an origin. */
export function directInput(values: DrawingValues): DrawingInput {
  return inputOf((name) => String(values[name] ?? ''))
}

function inputOf(text: (name: string) => string): DrawingInput {
  return { text, number: (name) => Number(text(name)) || 0, list: (name) => text(name).split('|').filter(Boolean) }
}

function encode(value: string): string {
  return value.replace(/[%&=?#<>"]/g, encodeURIComponent)
}
