// Words that turn a number beside them into a count, a measure or a date.

/** After a number: `2 BR`, `850 sq ft`, `24 hr`, `5 min`, `2 stationnements`. */
export const MEASURE_WORDS =
  'br brs bd bds bdr bdrs bdrm bdrms bed beds bedroom bedrooms bedrm bedrms bdroom ba bth bath baths bathroom bathrooms washroom washrooms ' +
  'sqft sf sq ft feet foot pi pi2 pied pieds m2 km min mins minute minutes hr hrs hour hours heure heures day days jour jours week weeks ' +
  'month months mois mo monthly year years yr yrs an ans pm am people persons person occupant occupants roommate roommates guests floor floors storey ' +
  'storeys story stories levels etage etages closet closets appliances parking parkings spot spots car cars locker lockers piece pieces pc pcs ' +
  'chambre chambres cac sdb salle salles percent stars units plus den dens kitchen kitchens room rooms pets cats dogs ensuite ensuites ' +
  'full blocks steps schools stops stationnement stationnements personne personnes months rent per weeks x'

/** Before or after a day: `Sept 1`, `1er juillet`. */
export const MONTH_WORDS =
  'jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december ' +
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre'

/** Before a number that is no address: `MLS 1234567`, `Walk score 98`. */
export const REFERENCE_WORDS = 'mls lt score tel phone call text deposit cell fax ref age ages built since'
