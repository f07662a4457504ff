// Places outside Canada: American states, countries and foreign cities.

/** `CODE Name`. */
export const AMERICAN_STATES =
  'AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware, FL Florida, GA Georgia, HI Hawaii, ID Idaho, ' +
  'IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, ' +
  'MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ' +
  'ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, ' +
  'UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming, DC District of Columbia'

/** Codes of states that are also words of Canadian addresses, so only a place before them or a ZIP code makes them a state. */
export const AMBIGUOUS_STATE_CODES = 'al ar ca co ct de ga in la ma me mo ms mt ne ok or pa ri va wy'

export const COUNTRIES =
  'USA, US, United States, United States of America, America, UK, United Kingdom, Great Britain, England, Scotland, Wales, Northern Ireland, Ireland, France, ' +
  'Germany, Deutschland, Australia, New Zealand, Mexico, México, India, China, Japan, Italy, Italia, Spain, España, Portugal, Netherlands, Belgium, ' +
  'Switzerland, Austria, Sweden, Norway, Denmark, Finland, Poland, Greece, Turkey, Israel, UAE, United Arab Emirates, Singapore, Hong Kong, Brazil, Argentina, ' +
  'Chile, Colombia, Peru, South Africa, Nigeria, Kenya, Egypt, Pakistan, Bangladesh, Philippines, Vietnam, Thailand, Indonesia, Malaysia, South Korea, Korea, ' +
  'Taiwan, Russia, Ukraine, Czech Republic, Hungary, Romania, Croatia, Cuba, Jamaica, Bahamas, Barbados, Dominican Republic, Costa Rica, Panama'

/** Large cities abroad that no Canadian city shares its name with. */
export const FOREIGN_CITIES =
  'New York City, NYC, Brooklyn, Manhattan, Queens NY, The Bronx, Los Angeles, San Francisco, San Diego, San Jose, Sacramento, Oakland, Las Vegas, Phoenix, ' +
  'Tucson, Denver, Dallas, Houston, Austin, San Antonio, Fort Worth, Chicago, Detroit, Cleveland, Columbus, Cincinnati, Buffalo, Rochester NY, Syracuse, ' +
  'Pittsburgh, Philadelphia, Baltimore, Boston, Providence, Hartford, Miami, Orlando, Tampa, Jacksonville, Fort Lauderdale, Atlanta, Charlotte, Raleigh, ' +
  'Nashville, Memphis, New Orleans, St. Louis, Kansas City, Omaha, Minneapolis, Milwaukee, Madison WI, Indianapolis, Louisville, Salt Lake City, Boise, ' +
  'Portland OR, Seattle, Tacoma, Spokane, Bellevue, Bellingham, Everett, Redmond, Honolulu, Anchorage, Washington DC, Albuquerque, Oklahoma City, Niagara Falls NY, ' +
  'Plattsburgh, Burlington VT, Portland ME, Londres, Birmingham, Liverpool, Leeds, Bristol, Edinburgh, Glasgow, Belfast, Dublin, Lyon, Marseille, ' +
  'Bordeaux, Toulouse, Berlin, Munich, Hamburg, Frankfurt, Cologne, Vienna, Zurich, Geneva, Brussels, Amsterdam, Rotterdam, Madrid, Barcelona, Lisbon, ' +
  'Porto, Rome, Milan, Naples, Athens, Istanbul, Stockholm, Oslo, Copenhagen, Helsinki, Warsaw, Prague, Budapest, Moscow, Kyiv, Melbourne, Brisbane, Adelaide, ' +
  'Auckland, Wellington NZ, Tokyo, Osaka, Seoul, Beijing, Shanghai, Shenzhen, Guangzhou, Taipei, Bangkok, Manila, Jakarta, Kuala Lumpur, Mumbai, Delhi, ' +
  'New Delhi, Bangalore, Chennai, Karachi, Lahore, Dhaka, Dubai, Abu Dhabi, Doha, Riyadh, Tel Aviv, Jerusalem, Cairo, Nairobi, Lagos, Johannesburg, Cape Town, ' +
  'Mexico City, Cancun, Guadalajara, Monterrey, Bogota, Lima, Santiago, Buenos Aires, Sao Paulo, Rio de Janeiro, Havana'
