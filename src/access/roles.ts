// What people may do beside calling the API: who stands at the desk. The operator may do all that a curator may.

export const ROLES = ['curator', 'operator'] as const
export type Role = (typeof ROLES)[number]

/** A person, or the operator's key, as the ledger remembers them. */
export interface Actor {
  readonly id: string
  readonly role: Role
}

export function mayActAs(actor: Actor, role: Role): boolean {
  return actor.role === 'operator' || actor.role === role
}

/** Whoever holds the operator key has the server's machine; a person in the role has the desk, and no file beside it. */
export function isOperatorKey({ id }: Actor): boolean {
  return id === OPERATOR_KEY.id
}

/** The holder of the operator key. */
export const OPERATOR_KEY: Actor = { id: 'operator', role: 'operator' }
