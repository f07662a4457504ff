// Tells a project's own name from a name that is only its address. Pure.
import type { Address, Project } from '../records/record-schemas.ts'
import { foldText } from '../snapshot/fold-name.ts'

interface NamedProject {
  readonly name: string
  readonly buildings: readonly { readonly addresses: readonly Pick<Address, 'line' | 'kind'>[] }[]
}

/** A name that is only an address of the project is not a name. A marketing address can be the project's name. */
export function nameSource({ name, buildings }: NamedProject): Project['name_source'] {
  const folded = foldText(name)
  const isAddress = buildings.some(({ addresses }) =>
    addresses.some(({ line, kind }) => kind !== 'marketing' && foldText(line) === folded),
  )
  return isAddress ? 'address' : 'source'
}
