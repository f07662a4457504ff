// Codes of Montréal's assessment roll: municipalities of the island and boroughs of the city.

/** MUNICIPALITE → city. */
export const MONTREAL_CITIES: Readonly<Record<string, string>> = {
  '02': "Baie-D'Urfé",
  '03': 'Beaconsfield',
  '04': 'Côte-Saint-Luc',
  '05': 'Dollard-Des Ormeaux',
  '06': 'Dorval',
  '07': 'Hampstead',
  '09': "L'Île-Dorval",
  '10': 'Kirkland',
  '13': 'Mont-Royal',
  '14': 'Montréal-Est',
  '15': 'Montréal-Ouest',
  '20': 'Pointe-Claire',
  '22': 'Senneville',
  '23': 'Sainte-Anne-de-Bellevue',
  '29': 'Westmount',
  '50': 'Montréal',
}

/** The number in NO_ARROND_ILE_CUM (`REM19`) → borough. 99 is a city without boroughs. */
export const MONTREAL_BOROUGHS: Readonly<Record<number, string>> = {
  5: 'Outremont',
  9: 'Anjou',
  12: 'Verdun',
  14: 'Saint-Léonard',
  15: 'Saint-Laurent',
  16: 'Montréal-Nord',
  17: 'LaSalle',
  19: 'Ville-Marie',
  20: 'Le Sud-Ouest',
  21: 'Le Plateau-Mont-Royal',
  22: 'Mercier–Hochelaga-Maisonneuve',
  23: 'Ahuntsic-Cartierville',
  24: 'Rosemont–La Petite-Patrie',
  25: 'Villeray–Saint-Michel–Parc-Extension',
  27: 'Lachine',
  31: 'Pierrefonds-Roxboro',
  32: "L'Île-Bizard–Sainte-Geneviève",
  33: 'Rivière-des-Prairies–Pointe-aux-Trembles',
  34: 'Côte-des-Neiges–Notre-Dame-de-Grâce',
}
