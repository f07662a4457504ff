// The URLs of a RESO Web API (OData) that Plinth asks for. Pure.

/** Where a pass is: all rows up to this time, and at this time up to this key, are stored. */
export interface Position {
  /** As the server wrote it, because rounding would skip or repeat rows. */
  readonly at: string
  /** Null: all rows at this time are still to be read. A number where the server's keys are numbers. */
  readonly key: string | number | null
}

export interface ResoSource {
  /** The service root, without the resource. */
  readonly url: string
  readonly resource: string
  /** The customer's own condition, in OData. */
  readonly filter: string | null
  readonly pageSize: number
  readonly keyField: string
  readonly timeField: string
}

/** Rows after the position, oldest change first. */
export function changesUrl(source: ResoSource, select: readonly string[], after: Position | null): string {
  const { timeField: time, keyField: key } = source
  return urlOf(source, source.pageSize, {
    $select: select.join(','),
    $filter: both(source.filter, after && afterPosition(after, time, key)),
    $orderby: `${time} asc,${key} asc`,
  })
}

/** Only keys, in the server's order of keys. */
export function keysUrl(source: ResoSource, after: string | number | null): string {
  const { keyField: key } = source
  return urlOf(source, source.pageSize, {
    $select: key,
    $filter: both(source.filter, after === null ? null : `${key} gt ${literal(after)}`),
    $orderby: `${key} asc`,
  })
}

/** The rows with one of these keys. Some servers have no `in`. */
export function recordsUrl(source: ResoSource, select: readonly string[], keys: readonly (string | number)[]): string {
  const any = keys.map((key) => `${source.keyField} eq ${literal(key)}`).join(' or ')
  return urlOf(source, keys.length, { $select: select.join(','), $filter: both(source.filter, any) })
}

/** Events about the resource after a sequence number; with null, the last event. */
export function eventsUrl(source: ResoSource, after: number | null): string {
  const about = `ResourceName eq ${literal(source.resource)}`
  return urlOf({ ...source, resource: 'EntityEvent' }, after === null ? 1 : source.pageSize, {
    $select: 'EntityEventSequence,ResourceName,ResourceRecordKey',
    $filter: after === null ? about : `${about} and EntityEventSequence gt ${after}`,
    $orderby: `EntityEventSequence ${after === null ? 'desc' : 'asc'}`,
  })
}

/** Any rows with all of their fields, to show which fields the server has. */
export function sampleUrl(source: ResoSource, rows: number): string {
  return urlOf(source, rows, { $select: null, $filter: source.filter, $orderby: null })
}

function afterPosition({ at, key: last }: Position, time: string, key: string): string {
  if (last === null) return `${time} ge ${at}`
  return `(${time} gt ${at}) or (${time} eq ${at} and ${key} gt ${literal(last)})`
}

function both(own: string | null, paging: string | null): string | null {
  if (own === null || paging === null) return own ?? paging
  return `(${own}) and (${paging})`
}

function literal(key: string | number): string {
  return typeof key === 'number' ? String(key) : `'${key.replaceAll("'", "''")}'`
}

function urlOf({ url, resource }: ResoSource, top: number, options: Readonly<Record<string, string | null>>): string {
  const root = new URL(url)
  root.pathname = `${root.pathname.replace(/\/+$/, '')}/${resource}`
  const query = Object.entries({ ...options, $top: String(top) }).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`],
  )
  return `${root.origin}${root.pathname}${root.search === '' ? '?' : `${root.search}&`}${query.join('&')}`
}
