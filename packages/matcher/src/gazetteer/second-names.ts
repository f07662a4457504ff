// Streets that people call by two names, by city.

/** `city | province | one name | the other name`. Both directions are read. */
export const SECOND_NAMES: readonly string[] = [
  'Edmonton | AB | Whyte Avenue | 82 Avenue',
  'Edmonton | AB | Gateway Boulevard | 103 Street',
  'Edmonton | AB | Calgary Trail | 104 Street',
  'Calgary | AB | International Avenue | 17 Avenue',
  'Vancouver | BC | King Edward Avenue | 25th Avenue',
  'Montréal | QC | Pine Avenue | avenue des Pins',
  'Montréal | QC | Mountain Street | rue de la Montagne',
  'Montréal | QC | Saint James Street | rue Saint-Jacques',
  'Montréal | QC | Saint Lawrence Boulevard | boulevard Saint-Laurent',
  'Montréal | QC | Dorchester Boulevard | boulevard René-Lévesque',
  'Montréal | QC | University Street | boulevard Robert-Bourassa',
  'Montréal | QC | rue Craig | rue Saint-Antoine',
  'Montréal | QC | rue Amherst | rue Atateken',
  'Québec | QC | boulevard Saint-Cyrille | boulevard René-Lévesque',
  'Halifax | NS | Cornwallis Street | Nora Bernard Street',
  'Toronto | ON | Dundas Square | Sankofa Square',
  'Vancouver | BC | Trutch Street | Musqueamview Street',
  'Winnipeg | MB | Bishop Grandin Boulevard | Abinojii Mikanah',
]
