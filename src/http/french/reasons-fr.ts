// Why an address has no match, in French.
import { translatorOf } from './stored-text.ts'

// biome-ignore format: one row per text, English and then French
export const REASONS_FR: Readonly<Record<string, string>> = {
  'The address is outside Canada; only Canadian buildings are covered.': 'L’adresse est hors du Canada ; seuls les immeubles canadiens sont couverts.',
  'The text gives {0} {1} as a landmark, an office or a former address, not as the listing\'s own.': 'Le texte donne {0} {1} comme repère, bureau ou ancienne adresse, et non comme adresse de l’inscription.',
  'The dataset has no buildings in {0}.': 'Le jeu de données n’a aucun immeuble à {0}.',
  'The closest building is {0}, but the address names {1}.': 'L’immeuble le plus proche est le {0}, mais l’adresse nomme {1}.',
  'The closest building is {0}: another direction or quadrant of the street.': 'L’immeuble le plus proche est le {0} : une autre direction ou un autre quadrant de la rue.',
  '{0} was not the building\'s address on the day of the listing.': '{0} n’était pas l’adresse de l’immeuble le jour de l’inscription.',
  'The closest building is {0}, but that is not close enough.': 'L’immeuble le plus proche est le {0}, mais ce n’est pas assez proche.',
  'The text contains no words that could be an address.': 'Le texte ne contient aucun mot qui pourrait être une adresse.',
  'The text has no civic number next to a street name.': 'Le texte n’a pas de numéro civique à côté d’un nom de rue.',
  'The text has more than {0} characters.': 'Le texte compte plus de {0} caractères.',
  'The street is known, but it has no building at number {0}.': 'La rue est connue, mais elle n’a aucun immeuble au numéro {0}.',
  'No building is on a street called "{0}" there.': 'Aucun immeuble ne s’y trouve dans une rue appelée « {0} ».',
  'No building is on that street.': 'Aucun immeuble ne se trouve dans cette rue.',
  'The address is in the full dataset, but not among the 15 sandbox projects.': 'L’adresse est dans le jeu de données complet, mais pas parmi les 15 projets du bac à sable.',
  'The point is outside Canada; only Canadian buildings are covered.': 'Le point est hors du Canada ; seuls les immeubles canadiens sont couverts.',
  'No building is within {0} metres of the point.': 'Aucun immeuble ne se trouve à moins de {0} mètres du point.',
  'No building has the postal code {0}.': 'Aucun immeuble n’a le code postal {0}.',
  'Buildings are there, but the location does not tell which one.': 'Des immeubles s’y trouvent, mais l’emplacement ne dit pas lequel.',
  'A curator reviewed this address and rejected all similar buildings.': 'Un réviseur a examiné cette adresse et rejeté tous les immeubles semblables.',
}

/** The matcher writes plain English, so that it depends on nothing. */
export const reasonText = translatorOf(REASONS_FR)
