// Roles of people: curator and operator. Operators may do everything curators may.

export const ROLES = ['curator', 'operator'] as const
export type Role = (typeof ROLES)[number]

/** A person or the operator key, as recorded in the ledger. */
export interface Actor {
  readonly id: string
  readonly role: Role
}

export function mayActAs(actor: Actor, role: Role): boolean {
  return actor.role === 'operator' || actor.role === role
}

/** Only the holder of the operator key may read and write files on the server. */
export function isOperatorKey({ id }: Actor): boolean {
  return id === OPERATOR_KEY.id
}

export const OPERATOR_KEY: Actor = { id: 'operator', role: 'operator' }
