// Words that say whose address follows: a landmark, an office, a former address.

/** Directly before the address: `near 1480 Howe St`. */
export const LANDMARK_WORDS =
  'near nearby beside opposite behind facing overlooking across proche pres vis derriere longeant'

/** Before `to`, `from` or `de`: `5 minutes from 1480 Howe St`, `next to`, `à deux pas du`. */
export const DISTANCE_WORDS =
  'minute minutes min mins step steps walk walking distance block blocks metre metres meter meters km drive stroll ' +
  'close next adjacent across away pas cote face proximite voisin coin opposite near'

export const LINK_WORDS = 'to from of de du des d a au aux'

/** Between a word of a role and its address. */
export const FILLER_WORDS = 'the our its at located situated is on in le la les l situe situee au'

/** `sales centre`, `leasing office`: the second word, and those that make it an office of others. */
export const OFFICE_WORDS = 'centre center office gallery showroom bureau suite lounge'
export const OFFICE_KINDS =
  'sales sale presentation discovery leasing rental rentals head management brokerage broker preview display vente ventes location'

/** A company that lists or manages the home: `Listed by Crest Realty, 1480 Howe St`. */
export const COMPANY_WORDS = 'realty realtor realtors brokerage immobilier immobiliere courtier courtiers'
/** Behind the name of a company. */
export const COMPANY_ENDINGS = 'inc ltd corp limited brokerage group services team ltee'
/** `listed by`, `courtesy of`, `inscrit par`. */
export const LISTED_BY = ['listed by', 'courtesy of', 'marketed by', 'managed by', 'inscrit par', 'presented by']

export const FORMER_WORDS = 'former formerly previously used ancien ancienne anciennement demenage'
