// Words of plots.
import { pick } from './pick.ts'

export const text = pick({ en: { day: 'Day' } })
