// Words of plots.
import { pick } from './choose-text.ts'

export const text = pick({ en: { day: 'Day' } })
