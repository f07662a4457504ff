// Streets that had another name within the life of their buildings.

type Renaming = readonly [city: string, line: string, formerLine: string, until: string]

const RENAMINGS: readonly Renaming[] = [
  ['Montréal', 'Boul René-Lévesque O', 'Boul Dorchester O', '1987-11-30'],
  ['Montréal', 'Boul René-Lévesque E', 'Boul Dorchester E', '1987-11-30'],
  ['Montréal', 'Av des Canadiens-de-Montréal', 'Rue De La Gauchetière O', '2009-10-18'],
  ['Montréal', 'Boul Robert-Bourassa', 'Rue University', '2014-09-01'],
  ['Montréal', 'Rue Atateken', 'Rue Amherst', '2019-10-07'],
  ['Montréal', 'Rue Saint-Antoine O', 'Rue Craig O', '1976-12-31'],
  ['Québec', 'Boul René-Lévesque O', 'Boul Saint-Cyrille O', '1990-12-31'],
  ['Québec', 'Boul René-Lévesque E', 'Boul Saint-Cyrille E', '1990-12-31'],
  ['Halifax', 'Nora Bernard St', 'Cornwallis St', '2023-10-29'],
  ['Toronto', 'Blue Jays Way', 'Peter St', '1995-06-30'],
]

export function formerName(city: string, line: string): { line: string; until: string } | null {
  const found = RENAMINGS.find((row) => row[0] === city && row[1] === line)
  return found ? { line: found[2], until: found[3] } : null
}
