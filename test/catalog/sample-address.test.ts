// The sample address of a dataset: one that the matcher finds.
import { expect, it } from 'vitest'
import { sampleAddress } from '../../src/catalog/query/sample-address.ts'
import { dataset } from '../demo/dataset.ts'
import { snapshotOf } from '../support/snapshots.ts'

const ROWS = dataset(12)

it('is null for an empty dataset', () => {
  expect(sampleAddress(snapshotOf([]))).toBeNull()
})

it('is the address of a project with a name, and finds that project', () => {
  const [first, ...others] = ROWS
  const { address } = snapshotOf([first!]).projects.at(0)
  const unnamed = { ...first!, name: address.split(',')[0]! }
  const snapshot = snapshotOf([unnamed, ...others])
  const sample = sampleAddress(snapshot)!
  const { action, candidates } = snapshot.matcher.match({ address: sample })
  const project = snapshot.projects.get(Number(candidates[0]!.group))!
  expect([action, project.address]).toEqual(['accept', sample])
  expect(project.name).not.toBe(unnamed.name)
  // Without a named project, any address is better than none.
  expect(sampleAddress(snapshotOf([unnamed]))).toBe(address)
})

it('is computed once per version', () => {
  const snapshot = snapshotOf(ROWS)
  let matches = 0
  const matcher = {
    ...snapshot.matcher,
    match: (query: never) => {
      matches++
      return snapshot.matcher.match(query)
    },
  }
  const counted = { ...snapshot, matcher } as typeof snapshot
  const first = sampleAddress(counted)
  const matched = matches
  expect(sampleAddress(counted)).toBe(first)
  expect([matches, matched > 0]).toEqual([matched, true])
})
