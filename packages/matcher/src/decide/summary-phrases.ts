// What the summary says besides the phrases of the levels, in English and French.

import type { Phrase } from '../compare/levels/level-record.ts'
import { doubt, note } from '../compare/levels/level-record.ts'

/** Used where other candidates have a name that fits too. */
export const NAME_FITS: Phrase = note('the name {building} fits', 'le nom {building} convient')
export const NO_NUMBER: Phrase = note('the text has no civic number', 'le texte n’a pas de numéro civique')
export const RIVAL: Readonly<Record<'equal' | 'better', Phrase>> = {
  equal: doubt('another building fits as well', 'un autre immeuble convient autant'),
  better: doubt('another building fits better', 'un autre immeuble convient mieux'),
}
export const UNCERTAIN_TOWER: Phrase = doubt(
  'several towers of the project fit',
  'plusieurs tours du projet conviennent',
)
export const NOTHING_TO_SAY: Phrase = note('the address is similar', 'l’adresse est semblable')
