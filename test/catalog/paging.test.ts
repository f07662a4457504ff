import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProjectQuery } from '../../src/catalog/query/catalog-query.ts'
import { PROJECT_SORTS } from '../../src/catalog/query/catalog-query.ts'
import { decodeCursor, encodeCursor, fingerprintOf } from '../../src/catalog/query/cursor.ts'
import { facetsOf } from '../../src/catalog/query/facets.ts'
import { listFloorPlans, listUnits } from '../../src/catalog/query/list-floor-plans.ts'
import { listMedia } from '../../src/catalog/query/list-media.ts'
import { listProjects } from '../../src/catalog/query/list-projects.ts'
import { HEADLINE_STATUSES } from '../../src/catalog/records/status.ts'
import { Bitset } from '../../src/catalog/snapshot/bitset.ts'
import { parentCity } from '../../src/catalog/snapshot/city-names.ts'
import type { Position } from '../../src/catalog/snapshot/collection.ts'
import { dataset } from '../demo/dataset.ts'
import { collectionOf, snapshotOf } from '../support/snapshots.ts'

const snapshot = snapshotOf(dataset(300))
const cities = [...new Set(snapshot.projects.toArray().map((project) => project.city_name))]

const some = <T>(values: readonly T[]) => fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined })
const maybe = (min: number, max: number) => fc.option(fc.integer({ min, max }), { nil: undefined, freq: 1 })

const query: fc.Arbitrary<ProjectQuery> = fc.record({
  city: some(cities.slice(0, 6)),
  status: some(HEADLINE_STATUSES),
  min_price: maybe(300_000, 900_000),
  max_price: maybe(500_000, 2_000_000),
  min_storeys: maybe(1, 40),
  near: fc.option(fc.constant({ latitude: 43.66, longitude: -79.38 }), { nil: undefined }),
  radius_km: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
  q: fc.option(fc.constantFrom('a', 's', 'st', 'park'), { nil: undefined, freq: 1 }),
  sort: fc.option(fc.record({ key: fc.constantFrom(...PROJECT_SORTS), descending: fc.boolean() }), { nil: undefined }),
})

const sign = (payload: string) => `sealed${payload.length}${fingerprintOf({ payload })}`

describe('paging any query', () => {
  it('returns every project once, in order, by cursor', () => {
    fc.assert(
      fc.property(query, fc.integer({ min: 1, max: 40 }), (filters, limit) => {
        const whole = listProjects(snapshot, filters, { limit: 1000 })
        const ids: number[] = []
        const fingerprint = fingerprintOf(filters)
        for (let after: Position | undefined; ; ) {
          const page = listProjects(snapshot, filters, { limit, after })
          expect(page.total).toBe(whole.total)
          ids.push(...page.records.map((project) => project.id))
          if (page.next === null) break
          expect(page.records).toHaveLength(limit)
          after = decodeCursor(encodeCursor(page.next, fingerprint, sign), fingerprint, sign)
        }
        expect(ids).toEqual(whole.records.map((project) => project.id))
        expect(new Set(ids).size).toBe(whole.total)
      }),
      { numRuns: 150 },
    )
  })

  it('returns the same list by offset, and nothing past the end', () => {
    fc.assert(
      fc.property(query, fc.integer({ min: 1, max: 40 }), (filters, limit) => {
        const whole = listProjects(snapshot, filters, { limit: 1000 })
        const ids: number[] = []
        for (let offset = 0; offset <= whole.total; offset += limit) {
          ids.push(...listProjects(snapshot, filters, { limit, offset }).records.map((project) => project.id))
        }
        expect(ids).toEqual(whole.records.map((project) => project.id))
        const past = listProjects(snapshot, filters, { limit, offset: whole.total })
        expect(past).toMatchObject({ total: whole.total, records: [], next: null })
      }),
      { numRuns: 100 },
    )
  })

  it('continues after a snapshot swap without repeating or skipping projects', () => {
    const first = listProjects(snapshot, {}, { limit: 100 })
    const without = snapshotOf(
      dataset(320)
        .map((row, i) => ({ ...row, id: i + 1 }))
        .filter((row) => row.id % 7 !== 0),
    )
    const rest = listProjects(without, {}, { limit: 1000, after: first.next! })
    expect(rest.records[0]!.id).toBe(101)
    expect(rest.records.every((project) => project.id > 100)).toBe(true)
  })
})

describe('facets', () => {
  it('match the results of all other filters', () => {
    fc.assert(
      fc.property(query, (filters) => {
        const facets = facetsOf(snapshot, filters)
        expect(facets.total).toBe(listProjects(snapshot, filters, { limit: 1 }).total)
        for (const name of ['province', 'city', 'status', 'building_type'] as const) {
          const without = { ...filters, [name]: undefined }
          const sum = facets.values[name].reduce((all, { count }) => all + count, 0)
          const { records } = listProjects(snapshot, without, { limit: 100_000 })
          // Dartmouth is a part of Halifax.
          const twice = name === 'city' ? records.filter((project) => parentCity(project) !== null).length : 0
          expect(sum).toBe(records.length + twice)
          for (const { value, count } of facets.values[name].slice(0, 3)) {
            const one = listProjects(snapshot, { ...without, [name]: [value] }, { limit: 1 })
            if (name !== 'city') expect(one.total).toBe(count)
            else expect(one.total).toBeGreaterThanOrEqual(count)
          }
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('plans, units and media across projects', () => {
  const all = { limit: 100_000 }
  it('filters floor plans by their own fields and by their projects', () => {
    const plans = listFloorPlans(snapshot, { min_beds: 2, max_price: 900_000, project: { city: ['Toronto'] } }, all)
    const expected = snapshot.floorPlans.all
      .toArray()
      .filter(
        (plan) =>
          plan.bedrooms >= 2 &&
          plan.price !== null &&
          plan.price <= 900_000 &&
          snapshot.projects.get(plan.project_id)!.city_name === 'Toronto',
      )
    expect(plans.records.map((plan) => plan.id)).toEqual(expected.map((plan) => plan.id))
    expect(plans.total).toBeGreaterThan(0)
  })

  it('sorts floor plans by price, unknown prices last', () => {
    const prices = listFloorPlans(snapshot, { sort: { key: 'price', descending: true } }, all).records.map(
      (plan) => plan.price,
    )
    const known = prices.filter((price) => price !== null)
    expect(prices.slice(0, known.length)).toEqual(known.toSorted((a, b) => b - a))
  })

  it('filters units by floor plan, project and size', () => {
    const unit = snapshot.units.all.toArray()[0]!
    const ofPlan = listUnits(snapshot, { floor_plan_id: [unit.floor_plan_id] }, all)
    expect(ofPlan.records.every((one) => one.floor_plan_id === unit.floor_plan_id)).toBe(true)
    expect(listUnits(snapshot, { project_id: [unit.project_id] }, all).total).toBe(
      snapshot.units.countOf(unit.project_id),
    )
    const studios = listUnits(snapshot, { max_beds: 0 }, all)
    expect(studios.records.every((one) => snapshot.floorPlans.all.get(one.floor_plan_id)!.bedrooms === 0)).toBe(true)
  })

  it('hides paid media from lists and from totals', () => {
    const open = listMedia(snapshot, {}, { paidMedia: false }, all)
    expect(open.records.some((item) => ['floor_plan', 'key_plate', 'price_list'].includes(item.kind))).toBe(false)
    expect(listMedia(snapshot, { kind: ['floor_plan'] }, { paidMedia: false }, all).total).toBe(0)
    expect(listMedia(snapshot, { kind: ['floor_plan'] }, { paidMedia: true }, all).total).toBeGreaterThan(0)
  })
})

it('rejects a cursor that is invalid, modified or from another query', () => {
  const fingerprint = fingerprintOf({ city: ['Toronto'], limit: undefined })
  expect(fingerprint).toBe(fingerprintOf({ city: ['Toronto'] }))
  const cursor = encodeCursor({ value: 'x', id: 7 }, fingerprint, sign)
  expect(decodeCursor(cursor, fingerprint, sign)).toEqual({ value: 'x', id: 7 })
  for (const bad of ['', '.', 'abc', `${cursor}x`, cursor.replace('.', '..'), 'A'.repeat(5000)]) {
    expect(() => decodeCursor(bad, fingerprint, sign)).toThrowError(expect.objectContaining({ code: 'invalid_cursor' }))
  }
  expect(() => decodeCursor(cursor, fingerprintOf({ city: ['Ottawa'] }), sign)).toThrow()
})

it('pages through sets with wide gaps like a full sort, in both directions and by offset', () => {
  const size = 5000
  const records = Array.from({ length: size }, (_, id) => ({ id, price: (id * 7919) % size }))
  const all = collectionOf(records, { price: { kind: 'sorted number', read: ({ price }) => price } })
  // No match for three thousand rows, then every ninth, and a few at the end.
  const holds = ({ price }: { price: number }) => (price > 3000 && price % 9 === 0) || price < 3
  const set = Bitset.where(size, (row) => holds(records[row]!))
  for (const descending of [false, true]) {
    const sort = { key: 'price', descending }
    const wanted = records.filter(holds).sort((a, b) => (descending ? b.price - a.price : a.price - b.price))
    const seen: number[] = []
    let after: Position | undefined
    do {
      const page = all.page(set, sort, { limit: 50, after })
      expect(page.total).toBe(wanted.length)
      seen.push(...page.records.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after)
    expect(seen).toEqual(wanted.map(({ id }) => id))
    const { records: middle } = all.page(set, sort, { limit: 5, offset: 100 })
    expect(middle).toEqual(wanted.slice(100, 105))
  }
})
