// Finds what is wrong with a table of buildings, from its own addresses and from listings. Pure.
import type { Candidate, MatchBuilding, Matcher, MatchQuery, Reading, Verdict } from '@plinth/matcher'
import type { Checkup, Finding } from './findings.ts'
import { PlaceTally, placeOf } from './place-tally.ts'

export interface ListingRow {
  readonly id: string
  readonly query: MatchQuery
  /** The building that it is linked to now, if the file says so. */
  readonly claimed: string | null
}

/** Of two buildings with one address, the less likely one has at least this share. */
const DOUBLE_SHARE = 0.2
const SAME_SPOT_M = 150
const SAMPLES = 3
/** With fewer, a slip of one person is as likely. */
const MISSING_LISTINGS = 3
const MISSING_UNITS = 2

interface Claims {
  total: number
  /** Listings whose address finds another building for certain. */
  readonly elsewhere: { readonly listing: ListingRow; readonly to: Candidate }[]
  supported: number
}

export class BuildingCheck {
  readonly #buildings: ReadonlyMap<string, MatchBuilding>
  /** Of the table without its doubles: between two equal buildings, no listing is certain. */
  readonly #matcher: Matcher
  /** The building that stands for a double, in the matcher. */
  readonly #keptFor: ReadonlyMap<string, string>
  readonly #own = new Map<string, Verdict>()
  /** Buildings by the place that their address names. */
  readonly #at = new Map<string, string[]>()
  readonly #doubles: (readonly [keep: string, drop: string])[]
  readonly #claims = new Map<string, Claims>()
  /** Listings that the file links to a building. */
  readonly #linkedTo = new Map<string, number>()
  readonly #missing = new PlaceTally()
  #listings = 0
  #matched = 0
  #unreadable = 0

  constructor(buildings: readonly MatchBuilding[], matcherOf: (buildings: readonly MatchBuilding[]) => Matcher) {
    this.#buildings = new Map(buildings.map((one) => [one.key, one]))
    const matcher = matcherOf(buildings)
    for (const building of buildings) this.#readOwn(building, matcher)
    const pairs = buildings.flatMap((building) => this.#doublesOf(building))
    // Mostly each is the double of the other.
    this.#doubles = [...new Map(pairs.map((pair) => [pair.join('\n'), pair])).values()]
    const keptFor = new Map<string, string>()
    for (const [keep, drop] of this.#doubles) if (!keptFor.has(drop)) keptFor.set(drop, keptFor.get(keep) ?? keep)
    this.#keptFor = keptFor
    this.#matcher = keptFor.size === 0 ? matcher : matcherOf(buildings.filter(({ key }) => !keptFor.has(key)))
  }

  #readOwn(building: MatchBuilding, matcher: Matcher): void {
    const { addresses, city, province, postal, lat, lng, name } = building
    const address = addresses[0]!.line
    const hints = { postal: postal ?? null, lat: lat ?? null, lng: lng ?? null, building_name: name ?? null }
    const verdict = matcher.match({ address, city, province, ...hints })
    this.#own.set(building.key, verdict)
    const place = placeOf(verdict.reading, city)
    if (place !== null) this.#at.set(place, [...(this.#at.get(place) ?? []), building.key])
  }

  /** The building whose address has no unit stays, then the one whose row says more. */
  #doublesOf({ key, city }: MatchBuilding): (readonly [string, string])[] {
    const { candidates, reading } = this.#own.get(key)!
    const here = this.#at.get(placeOf(reading, city) ?? '') ?? []
    const near = candidates.filter(({ confidence }) => confidence >= DOUBLE_SHARE).map((one) => one.key)
    const weight = (one: string) =>
      (this.#own.get(one)!.reading?.unit == null ? 100 : 0) +
      Object.values(this.#buildings.get(one)!).filter((value) => value != null).length
    return [...new Set([...near, ...here])]
      .filter((other): other is string => other !== null && other !== key && this.#areOne(key, other))
      .map((other) =>
        weight(other) > weight(key) || (weight(other) === weight(key) && other < key) ? [other, key] : [key, other],
      )
  }

  /** False for towers of one project, and for two corporations. */
  #areOne(a: string, b: string): boolean {
    const [one, other] = [this.#buildings.get(a)!, this.#buildings.get(b)!]
    if (one.group !== undefined && one.group === other.group && one.name !== other.name) return false
    const [first, second] = [one.condo_corp, other.condo_corp]
    return !first || !second || (first.registry === second.registry && first.number === second.number)
  }

  /** Null for a row without an address. */
  addListing(listing: ListingRow | null): void {
    this.#listings += 1
    if (listing === null) this.#unreadable += 1
    else this.#add(listing, this.#matcher.match(listing.query))
  }

  #add(listing: ListingRow, verdict: Verdict): void {
    const claimed = listing.claimed === null ? null : (this.#keptFor.get(listing.claimed) ?? listing.claimed)
    const [best] = verdict.candidates
    if (listing.claimed !== null) this.#linkedTo.set(listing.claimed, (this.#linkedTo.get(listing.claimed) ?? 0) + 1)
    const isSure = verdict.action === 'accept' && best !== undefined
    if (isSure) {
      this.#matched += 1
    } else if (verdict.action === 'reject') this.#addUnmatched(listing, verdict)
    if (claimed !== null) this.#addClaim(listing, claimed, isSure ? best : undefined, verdict)
  }

  #addUnmatched({ query }: ListingRow, { reading }: Verdict): void {
    const place = placeOf(reading, query.city ?? '')
    if (place === null || reading === null) this.#unreadable += 1
    else this.#missing.add(place, reading, query)
  }

  #addClaim(listing: ListingRow, claimed: string, best: Candidate | undefined, { candidates }: Verdict): void {
    const claims = this.#claims.get(claimed) ?? { total: 0, elsewhere: [], supported: 0 }
    this.#claims.set(claimed, claims)
    claims.total += 1
    const group = this.#buildings.get(claimed)?.group
    const isHere = ({ key, group: project }: Candidate) => key === claimed || (project !== null && project === group)
    if (best === undefined ? candidates.some(isHere) : isHere(best)) claims.supported += 1
    else if (best?.key != null) claims.elsewhere.push({ listing, to: best })
  }

  result(): Checkup {
    const kept = [...this.#buildings.values()].filter(({ key }) => !this.#keptFor.has(key))
    const findings = [
      ...this.#doubles.map(([keep, drop]) => this.#double(keep, drop)),
      ...kept.flatMap((building) => this.#phantom(building)),
      ...[...this.#claims].flatMap(([key, claims]) => this.#contradictions(key, claims)),
      ...this.#missing.places(MISSING_LISTINGS, MISSING_UNITS).map(missing),
    ]
    const [listings, matched, unreadable] = [this.#listings, this.#matched, this.#unreadable]
    return { buildings: this.#buildings.size, listings, matched, unreadable, findings }
  }

  #double(keep: string, drop: string): Finding {
    const [one, other] = [this.#buildings.get(keep)!, this.#buildings.get(drop)!]
    const doubts = differences(one, other)
    const isPhantom = this.#own.get(drop)!.reading?.unit != null && this.#own.get(keep)!.reading?.unit == null
    const both = this.#own.get(drop)!.candidates.filter(({ key }) => key === keep || key === drop)
    const confidence = both.length === 0 ? null : Math.min(1, sum(both.map((candidate) => candidate.confidence)))
    const evidence = [
      `"${lineOf(other)}" and "${lineOf(one)}" are one address`,
      ...(isPhantom ? [`"${this.#own.get(drop)!.reading!.unit}" is a unit`] : []),
      ...doubts,
    ]
    return {
      ...NOTHING,
      kind: isPhantom ? 'phantom' : 'double',
      correction: doubts.length > 0 ? 'check' : 'merge',
      building_id: drop,
      into_id: keep,
      confidence,
      listings: this.#linkedTo.get(drop) ?? 0,
      evidence: evidence.join('; '),
    }
  }

  /** A building that only a misread address made: its address has a unit, or all its listings are elsewhere. */
  #phantom(building: MatchBuilding): Finding[] {
    const { key, city, province } = building
    const { reading } = this.#own.get(key)!
    const claims = this.#claims.get(key)
    const base = { ...NOTHING, kind: 'phantom' as const, building_id: key, listings: claims?.total ?? 0 }
    const moved = claims && this.#isMisread(building, claims) ? claims.elsewhere : []
    if (moved[0]) {
      const { listing, to: best } = moved[0]
      const evidence = `no listing is in "${lineOf(building)}"; all name "${this.#lineAt(best.key!)}", such as "${listing.query.address}"`
      const confidence = Math.min(...moved.map((one) => one.to.confidence))
      return [{ ...base, correction: 'merge', into_id: best.key, confidence, evidence }]
    }
    if (reading?.unit == null || lineFrom(reading) === null) return []
    const evidence = `"${lineOf(building)}" has the unit "${reading.unit}"`
    return [{ ...base, correction: 'change_address', address: lineFrom(reading), city, province, evidence }]
  }

  /** All its listings are in one other building of the city, and their texts have its number: it was read as the address. */
  #isMisread({ key, city }: MatchBuilding, { elsewhere, total }: Claims): boolean {
    const number = this.#own.get(key)!.reading?.civic_number
    const [first] = elsewhere
    if (number == null || !first || elsewhere.length < total) return false
    return elsewhere.every(
      ({ listing, to }) =>
        to.key === first.to.key &&
        fold(this.#buildings.get(to.key!)!.city) === fold(city) &&
        listing.query.address.split(/[^\p{L}\p{N}]+/u).includes(number),
    )
  }

  #contradictions(key: string, claims: Claims): Finding[] {
    const building = this.#buildings.get(key)
    const isKnown = building !== undefined
    if (isKnown && this.#isMisread(building, claims)) return []
    return claims.elsewhere.map(({ listing, to }) => ({
      ...NOTHING,
      kind: 'contradiction' as const,
      correction: 'relink' as const,
      building_id: key,
      into_id: to.key,
      listing_id: listing.id,
      confidence: to.confidence,
      listings: 1,
      evidence: isKnown
        ? `"${listing.query.address}" is "${this.#lineAt(to.key!)}", not "${this.#lineAt(key)}"`
        : `no building has the id ${key}; "${listing.query.address}" is "${this.#lineAt(to.key!)}"`,
    }))
  }

  #lineAt(key: string): string {
    return lineOf(this.#buildings.get(key)!)
  }
}

const NOTHING = {
  ...{ building_id: null, into_id: null, listing_id: null, address: null, city: null, province: null },
  ...{ confidence: null, listings: 0 },
}

const lineOf = ({ addresses, city }: MatchBuilding): string => `${addresses[0]!.line}${city && `, ${city}`}`

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export function lineFrom(reading: Reading): string | null {
  const { civic_number, number_suffix, street_name, street_type, direction } = reading
  if (civic_number === null || street_name === null) return null
  const number = `${civic_number}${number_suffix ?? ''}`
  return [number, street_name, street_type, direction].filter(Boolean).join(' ')
}

function missing({ reading, query, listings, units, samples }: ReturnType<PlaceTally['places']>[number]): Finding {
  const texts = samples.slice(0, SAMPLES).map((text) => `"${text}"`)
  return {
    ...NOTHING,
    kind: 'missing',
    correction: 'add',
    address: lineFrom(reading),
    city: reading.city ?? query.city ?? null,
    province: reading.province ?? query.province ?? null,
    listings,
    evidence: `${listings} listings of ${units} units, such as ${texts.join(', ')}`,
  }
}

/** What speaks against one building. */
function differences(one: MatchBuilding, other: MatchBuilding): string[] {
  const doubts: string[] = []
  const [a, b] = [one.name, other.name]
  if (a && b && !fold(a).includes(fold(b)) && !fold(b).includes(fold(a)))
    doubts.push(`the names differ: "${a}", "${b}"`)
  if (one.storeys && other.storeys && Math.abs(one.storeys - other.storeys) > 2)
    doubts.push(`the storeys differ: ${one.storeys}, ${other.storeys}`)
  const metres = metresBetween(one, other)
  if (metres !== null && metres > SAME_SPOT_M) doubts.push(`the points are ${Math.round(metres)} m apart`)
  return doubts
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

function metresBetween(one: MatchBuilding, other: MatchBuilding): number | null {
  if (one.lat == null || one.lng == null || other.lat == null || other.lng == null) return null
  const north = (one.lat - other.lat) * 111_195
  const east = (one.lng - other.lng) * 111_195 * Math.cos((one.lat * Math.PI) / 180)
  return Math.hypot(north, east)
}
