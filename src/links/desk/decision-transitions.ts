// The allowed state transitions of a decision.
import { Fault } from '../../kernel/fault.ts'
import type { DecisionState } from '../link-tables.ts'

const TRANSITIONS: Readonly<Record<DecisionState, readonly DecisionState[]>> = {
  proposed: ['verified', 'revoked'],
  verified: ['revoked', 'superseded'],
  revoked: [],
  superseded: [],
}

export function canTransition(from: DecisionState, to: DecisionState): boolean {
  return TRANSITIONS[from].includes(to)
}

export function requireTransition(from: DecisionState, to: DecisionState): void {
  if (canTransition(from, to)) return
  throw new Fault('invalid_transition', { detail: `A ${from} decision cannot become ${to}.` })
}
