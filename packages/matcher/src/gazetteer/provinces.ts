// Provinces and territories: spellings and first letters of postal codes.

export const PROVINCES: readonly { readonly code: string; readonly words: string; readonly postal: string }[] = [
  { code: '', words: '', postal: '' },
  { code: 'ON', words: 'on ont ontario', postal: 'KLMNP' },
  { code: 'QC', words: 'qc que pq quebec', postal: 'GHJ' },
  { code: 'BC', words: 'bc britishcolumbia colombiebritannique', postal: 'V' },
  { code: 'AB', words: 'ab alta alberta', postal: 'T' },
  { code: 'MB', words: 'mb man manitoba', postal: 'R' },
  { code: 'SK', words: 'sk sask saskatchewan', postal: 'S' },
  { code: 'NS', words: 'ns novascotia nouvelleecosse', postal: 'B' },
  { code: 'NB', words: 'nb newbrunswick nouveaubrunswick', postal: 'E' },
  { code: 'NL', words: 'nl nfld newfoundland newfoundlandandlabrador newfoundlandlabrador terreneuve', postal: 'A' },
  { code: 'PE', words: 'pe pei princeedwardisland', postal: 'C' },
  { code: 'YT', words: 'yt yukon', postal: 'Y' },
  { code: 'NT', words: 'nt nwt northwestterritories', postal: 'X' },
  { code: 'NU', words: 'nu nunavut', postal: 'X' },
]
