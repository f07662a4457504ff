// Writes a street line from the parts that registers store in columns. Pure.
import { foldToAscii } from '@plinth/matcher/internal/text/fold-text'

/** French types stand in front of the name: `RUE Saint-Denis`, but `Main ST`. `AV` and `PLACE` are French, `AVE` and `PL` English. */
const FRENCH_ONLY = new Set(
  'allee aut av boul car carre cercle ch cote cour cours crois imp montee passge place plat prom rang rle route rte rue ruelle sent terrasse tsse'.split(
    ' ',
  ),
)

/** Null without a name. */
export function streetLine(civic: string, name: string, type: string, direction: string): string | null {
  if (name === '' || civic === '') return null
  const parts = FRENCH_ONLY.has(foldToAscii(type).toLowerCase())
    ? [civic, type, name, direction]
    : [civic, name, type, direction]
  return parts.filter((part) => part !== '').join(' ')
}
