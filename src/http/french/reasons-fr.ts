// Why an address has no match, in French.
import { translatorOf } from './stored-text.ts'

// biome-ignore format: one row per text, English and then French
export const REASONS_FR: Readonly<Record<string, string>> = {
  'The address is outside Canada; only Canadian buildings are covered.': 'L’adresse est hors du Canada ; seuls les immeubles canadiens sont couverts.',
  'This number and street exist in the dataset, but the city you sent is not in it.': 'Ce numéro et cette rue existent dans le jeu de données, mais la ville envoyée n’y est pas.',
  'This number and street exist, but the address names another town.': 'Ce numéro et cette rue existent, mais l’adresse nomme une autre municipalité.',
  'This number and street exist, but in a different city.': 'Ce numéro et cette rue existent, mais dans une autre ville.',
  'This number exists on the street, but with a different direction or in another quadrant.': 'Ce numéro existe dans la rue, mais avec une autre direction ou dans un autre quadrant.',
  'The building did not have this address on the day of the listing.': 'L’immeuble n’avait pas cette adresse le jour de l’inscription.',
  'Some buildings have a similar address, but none is close enough.': 'Des immeubles ont une adresse semblable, mais aucune n’est assez proche.',
  'The text contains no words that could be an address.': 'Le texte ne contient aucun mot qui pourrait être une adresse.',
  'The text has no civic number next to a street name.': 'Le texte n’a pas de numéro civique à côté d’un nom de rue.',
  'The text has more than {0} characters.': 'Le texte compte plus de {0} caractères.',
  'The dataset has no buildings in that city.': 'Le jeu de données n’a aucun immeuble dans cette ville.',
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
