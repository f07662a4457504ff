// The life of a decision: which state may follow which.
import { Fault } from '../../kernel/fault.ts'

export const DECISION_STATES = ['proposed', 'verified', 'revoked', 'superseded'] as const
export type DecisionState = (typeof DECISION_STATES)[number]

const MOVES: Readonly<Record<DecisionState, readonly DecisionState[]>> = {
  proposed: ['verified', 'revoked'],
  verified: ['revoked', 'superseded'],
  revoked: [],
  superseded: [],
}

export function mayMove(from: DecisionState, to: DecisionState): boolean {
  return MOVES[from].includes(to)
}

export function requireMove(from: DecisionState, to: DecisionState): void {
  if (mayMove(from, to)) return
  throw new Fault('invalid_transition', { detail: `A decision that is ${from} cannot become ${to}.` })
}
