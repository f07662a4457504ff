// How many random cases a test tries: three times as many in a thorough run.
import { inject } from 'vitest'

export const amount = (usual: number): number => (inject('thorough') ? 3 * usual : usual)
