// Places outside the metropolitan areas: smaller Canadian towns, American states, countries and foreign cities.

/** Towns by province. An address there is not one in a city of the same street name. */
export const CANADIAN_TOWNS: readonly (readonly [province: string, towns: string])[] = [
  [
    'ON',
    'Kenora, Dryden, Fort Frances, Kapuskasing, Hearst, Cochrane ON, Kirkland Lake, Elliot Lake, Espanola, Blind River, Sturgeon Falls, Parry Sound, Bancroft, Renfrew, Pembroke, Petawawa, Deep River, Perth ON, Smiths Falls, Almonte, Tweed ON, Marmora, Haliburton, Minden, Goderich, Wingham, Walkerton, Shelburne ON, Orangeville, Alliston, Bradford West Gwillimbury, Tobermory, Wiarton, Iroquois Falls, New Liskeard, Temiskaming Shores, Sioux Lookout, Red Lake, Marathon, Nipigon, Geraldton, Wawa, Atikokan, Rainy River, Manitoulin, Little Current, Gore Bay, Alexandria ON, Casselman, Vankleek Hill, Aylmer ON, Dresden, Exeter ON, Clinton ON, Mitchell ON, Palmerston, Harriston, Arthur ON, Port Perry, Beaverton, Havelock, Madoc, Deseronto, Gravenhurst',
  ],
  [
    'QC',
    'Rimouski, Sept-Îles, Baie-Comeau, Val-d’Or, Rouyn-Noranda, Amos, La Sarre, Matane, Gaspé, Rivière-du-Loup, Alma, Roberval, Dolbeau-Mistassini, La Tuque, Thetford Mines, Victoriaville, Saint-Georges de Beauce, Lac-Mégantic, Montmagny, La Malbaie, Baie-Saint-Paul, Mont-Laurier, Maniwaki, Mont-Tremblant, Sainte-Agathe-des-Monts, Sorel-Tracy, Joliette, Salaberry-de-Valleyfield, Coaticook, Chibougamau, Matagami, Percé, Amqui, Havre-Saint-Pierre, Port-Cartier, Les Îles-de-la-Madeleine, Lachute, Nicolet, Plessisville, Asbestos, Val-des-Sources',
  ],
  [
    'BC',
    'Fernie, Cranbrook, Kimberley BC, Creston, Castlegar, Trail BC, Rossland, Grand Forks, Princeton BC, Golden BC, Invermere, Smithers, Terrace BC, Kitimat, Prince Rupert, Fort St. John, Dawson Creek, Fort Nelson, Vanderhoof, Burns Lake, 100 Mile House, Tofino, Ucluelet, Port Hardy, Port McNeill, Powell River, Lillooet, Ashcroft BC, Cache Creek, Clearwater BC, Sicamous, Enderby, Armstrong BC, Keremeos, Nakusp, Kaslo, Bella Coola, Masset, Haida Gwaii, Salt Spring Island, Chetwynd, Tumbler Ridge, Mackenzie BC',
  ],
  [
    'AB',
    'Drumheller, Peace River, Whitecourt, Hinton, Jasper AB, Banff, Edson, Slave Lake, Athabasca AB, Bonnyville, Cold Lake, Lloydminster, Vermilion, Wainwright, Stettler, Hanna AB, Three Hills, Rocky Mountain House, Drayton Valley, Westlock, Barrhead, High Level, High Prairie, Fairview AB, Pincher Creek, Crowsnest Pass, Cardston, Claresholm, Vulcan AB, Fort Macleod, Raymond AB, St. Paul AB, Lac La Biche, Vegreville, Tofield, Provost, Oyen',
  ],
  [
    'MB',
    'Flin Flon, The Pas, Thompson MB, Dauphin, Portage la Prairie, Morden, Winkler, Carman MB, Neepawa, Swan River, Gimli, Stonewall MB, Beausejour, Virden, Minnedosa, Killarney MB, Altona, Churchill MB, Lac du Bonnet',
  ],
  [
    'SK',
    'Estevan, Swift Current, Moose Jaw, Prince Albert, North Battleford, Yorkton, Weyburn, Humboldt SK, Melfort, Melville, Kindersley, Nipawin, Meadow Lake, La Ronge, Tisdale, Rosetown, Moosomin, Assiniboia, Esterhazy, Battleford',
  ],
  [
    'NS',
    'Antigonish, Truro NS, New Glasgow, Amherst NS, Yarmouth NS, Bridgewater NS, Kentville, Wolfville, Lunenburg NS, Digby NS, Pictou, Port Hawkesbury, Windsor NS, Springhill, Shelburne NS, Liverpool NS, Stellarton',
  ],
  [
    'NB',
    'Miramichi, Bathurst NB, Campbellton, Edmundston, Sackville NB, Sussex NB, St. Stephen, St. Andrews NB, Woodstock NB, Grand Falls, Caraquet, Tracadie, Dalhousie NB, Bouctouche, Hampton NB, Shippagan',
  ],
  [
    'NL',
    'Gander, Corner Brook, Grand Falls-Windsor, Labrador City, Happy Valley-Goose Bay, Stephenville, Clarenville, Marystown, Deer Lake NL, Bonavista, Carbonear, Bay Roberts, Channel-Port aux Basques, St. Anthony NL, Wabush',
  ],
  ['PE', 'Montague PE, Souris PE, Kensington PE, Tignish, Alberton PE'],
  ['YT', 'Dawson City, Watson Lake, Haines Junction'],
  ['NT', 'Hay River, Inuvik, Fort Smith, Behchoko'],
  ['NU', 'Rankin Inlet, Cambridge Bay, Arviat, Pangnirtung'],
]

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
