// Adds the addresses of another description of a building. Pure.
import type { Building } from '../../catalog/records/record-schemas.ts'
import { foldText } from '../../catalog/snapshot/fold-name.ts'

type Tower = Readonly<Building>
type Addresses = Tower['addresses']

/** Adds only lines that the building does not have yet. */
export function withAddresses(tower: Tower, more: Addresses): Tower {
  const known = new Set(tower.addresses.map(({ line }) => foldText(line)))
  const added = more.filter(({ line }) => !known.has(foldText(line)))
  return added.length === 0 ? tower : { ...tower, addresses: [...tower.addresses, ...added] }
}

/** The building keeps its own municipal address; another one becomes a marketing address. */
export function asAlias(address: Addresses[number]): Addresses[number] {
  return address.kind === 'municipal' ? { ...address, kind: 'marketing' } : address
}
