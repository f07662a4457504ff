// How many random cases a test tries: nine times as many in a thorough run.
import { inject } from 'vitest'

export const amount = (usual: number): number => (inject('thorough') ? 9 * usual : usual)
