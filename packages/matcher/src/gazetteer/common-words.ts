// Words that a text may contain without naming a building that is called so.
// Written for Plinth: everyday English and French, words that listings use, words that developers like.

const ENGLISH =
  'about above access accessible accommodate across active adjacent adult advance after again against age agent ago ahead air all allow ' +
  'allowed almost alone along already also always am amazing ample an animal annual another answer any anyone anything anytime appliance ' +
  'applicant application apply appointed appointment approx approximate are area around arrange art as ask asset assist atmosphere attached ' +
  'attention attractive award away awesome baby bachelor back backyard bad bag balance bank bar barbecue base basic bathtub bbq be beach ' +
  'became because become been before began begin behind being believe below bench beside best better between beyond bicycle big bike bill ' +
  'black blend blinds block blue board boast body book both bottom bound boutique box boy brand bread break breakfast breathtaking breeze ' +
  'brick brief brighter brilliant bring broker brokerage brother brought brown bug build built bus business busy but button buy buyer cabinet ' +
  'cabinetry cable cafe call calm came camera can candidate capital captivating car card care carpet carry case cash casual cat catch cause ' +
  'ceiling cell central century certain chair chance change character charge charm charming cheap check chef chic chicken child children ' +
  'choice choose church class classic clean cleaner clear clerk click clinic close closet clothes cloud clubhouse coast code coffee cold ' +
  'collect collection college color colour come comfort comfortable commercial common community commute commuter commuting company complete ' +
  'computer concept concrete connect connected connection consider contact contain contemporary content continue contract control convenience ' +
  'convenient converted cook cool copy corner correct corridor cosmopolitan cost cosy couch could counter countertop country couple course ' +
  'courtyard cover cozy crafted create credit cross culinary cultural culture cup curated current currently custom customer cut cute cycle ' +
  'daily dark date daughter day deal dear decide deck decor decorated deep delight delightful deliver dental depend describe description ' +
  'design designed designer desirable desire desk destination detached detail details develop developer development did difference different ' +
  'dine dining dinner direct directly discover dish dishwasher distance district divine do doctor does dog dollar done door doorman doorstep ' +
  'double down dream dress drink drive drop dry dryer duplex during dynamic each ear early easily easy eat efficient effortless eight either ' +
  'elegance elegant elevate elevated elevation elevator eleven else email embrace employ employed employment empty enclosed end energy enjoy ' +
  'enough ensuite enter entertain entertaining entertainment entire entrance entry envelope environment equipped essential etc even ' +
  'evening ever every everyday everyone everything exact example excellence excellent except exclusive executive exercise exist existing ' +
  'expansive expect expense experience explore exposed exposure express exquisite extensive exterior extra eye fabulous face facility facing ' +
  'fact fall family famous fan fantastic far fast father favourite feature featured features fee feel feet felt female fence fenced few field ' +
  'fill filled final finance financial find fine finish finished finishes fire fireplace first fit fitness five flat flexible flow flower fly ' +
  'follow following food foot footsteps foreign forget form former forward found four foyer free freezer freshly fridge friend friendly ' +
  'friends full fully fun function functional furnish furniture future gain gallery game garage garbage gas gate gated gather gave general ' +
  'generous gentle get gift girl give given glass go goes going gold golf gone good gorgeous got gourmet government gracious grand granite ' +
  'grass great green grey groceries grocery group grow guest guests guide guy had hair half hallway hand happen happy hard hardwood has ' +
  'have he head health healthy hear heard heart heated heating heavy height held hello help helpful her here herself hi high highlight highly ' +
  'highway hill him himself his history hold hole home homey hood hope horse hospital hot hour household how huge human hundred ' +
  'husband ice idea ideal ideally if image immaculate immediate impeccable important impress impressive improve income incredible indeed ' +
  'independent indoor industrial info information inquire inquiry inside inspired install instead insurance intercom interest interested ' +
  'interior international internet intimate into invite island issue it item its itself job join journey joy jump junior just keep kept key ' +
  'kids kind king kitchen kitchenette knew know known lady laid lake laminate land landlord large larger last late later latest latter laugh ' +
  'laundromat law lawn lay layout lead leaf learn least leather leave left legal legend length less let letter library licence license lie ' +
  'life lifestyle lift light lighting like lily line linen lion list listing lit little live lived lively living load loan lobby local locate ' +
  'located location lock long longer look looking loss lot lots lounge love lovely low lower luck lunch luxe luxurious luxury machine made ' +
  'magazine magnificent mail maintain maintained maintenance major make mall man manage managed management manager many map marble mark market ' +
  'married master match material matter mature may maybe me meal mean meet meeting member memory men mention message metal method microwave ' +
  'mid middle might mile million mind mini minimum minor minute mirror miss mix model modern moment money month monthly more morning most ' +
  'mother motion motorcycle mountain mouth move moving much multi multiple murphy museum music must my myself name nation natural nature neat ' +
  'necessary need negotiable neighbor neighbour neighbourly network never new newer newly news next nice night nightlife nine no nobody noise ' +
  'non none noon nor normal note nothing notice now number oak object ocean of off offer office often oh oil old olympic on once one only onto ' +
  'open opening opportunity opposite option optional or orange order organic original other others otherwise our ourselves out outdoor outside ' +
  'outstanding oven over overlook overlooking own owned owner pace pack paid paint painted pair panoramic pantry paper paradise park ' +
  'part partial partially partner party pass past path patio pattern pay paying payment peace peaceful pearl people per perfect perfectly ' +
  'period perk person personal pet phone photo photos physical pick picture pictures piece pine pink pizza place plan plant platinum play ' +
  'playground please pleasure plenty plethora plug plus point pond pool poor pop popular porcelain porch port position possess ' +
  'possession possible post pot potential pots power practical prefer preferred premier premium present president press prestige prestigious ' +
  'pretty previous price pricing prime prince princess print prior privacy private probably problem process produce professional ' +
  'professionally program project prominent promise promotion proof proper property protect proud provide provided public pull pure purpose ' +
  'put quality quarter quartz queen question quick quickly quiet quite race radiant radio rain raise ran range rare rate rather reach reached ' +
  'read ready real really realtor realty reason receive recent recently reception record recreation recreational red redefine redesigned ' +
  'reference references refined refrigerator refuge region regular relax relaxing remain remember remodelled remote removed renovation ' +
  'rentable replace reply report represent request require required residence resident residential resort responsible rest restaurant ' +
  'restaurants result retail return reveal rich ride right ring rise river road roast rock roof rooftop roommate roommates rooms rose round ' +
  'route row royal rule run running rush safe safety said sail sale salon salt same sanctuary sand sat sauna save saw say scene scenic ' +
  'schedule school schools score screen sea search season seat secluded second section secure secured security see seek seeking seem seen ' +
  'select selection self send senior sense sent sentence separate separated september serene serenity serious serve service services set ' +
  'setting settle seven several shade shall shape she shed shelf shelves shine ship shoe shop shopper shoppers shopping shops shore short shot ' +
  'should show shower showing showings shown shuttle shy side sidewalk sight sign signature silent silver similar simple simply since sing ' +
  'single sink sir sister sit site situated six size sized skill skin sky skyline skytrain sleek sleep slow small smart smoke smoker smokers ' +
  'smoking smooth snow so soaring social sofa soft soil solarium solid some someone something sometimes son song soon sophisticated sorry sort ' +
  'sought soul sound source south southern space spaces spare speak special specious spectacular speed spend spent spirit split spoken sport ' +
  'sports spot spotless spring stack staff stage stainless stair stairs stand standard star start starting state station status stay ' +
  'steam steel step still stock stone stop storage store storeys storm story stove straight strange strata street streetcar strict strong ' +
  'structure student study stuff stunner style styled stylish subject suburb successful such sudden suit suitable suits summer sun sunny ' +
  'sunset super superb superior supply support suppose sure surface surprise surround surrounded sweet swim swimming swing switch symbol ' +
  'system table take taken talk tall tankless tap taste tax tea teach team tear tech television tell temperature ten tenant tenants tennis ' +
  'term terms test text than thank thanks that theater theatre their them themselves then there therefore these they thing things think third ' +
  'this those thought thousand three through throughout throw thus tidy tie tile till timber time timeless times tiny to today together told ' +
  'tomorrow tonight too took tool top total touch tough tour toward towards town track trade traditional traffic trail train tranquil ' +
  'transportation trash travel treat tree trees trendy tried trip trouble truck true truly trust try ttc turn tv twelve twenty twice two type ' +
  'typical ultimate ultra unbeatable unbelievable under underground understand unfinished unique unit unite united university unlimited ' +
  'unobstructed unparalleled unrivalled until updated upgrade upgraded upgrades uptown urban us usable use used useful user usual usually ' +
  'utility vacancy vacant vacation vacuum valet valid valley value vanity variety various vast vegan verify versatile very vibrant video view ' +
  'viewing viewings views vinyl virtual visit visitor visitors voice volume wait walk walkable walkout walkscore wall want wanted warm was ' +
  'wash washer washing washroom washrooms waste watch water waterfront wave way we wealth wear weather wedding week weekend weekly weight ' +
  'welcome welcomes welcoming well went were western what wheel when where whether which while white who whole whom whose why wide wife wild ' +
  'will wind window windows wine wing winter wireless wish within without woman women won wonder wonderful wood wooden woods word work working ' +
  'workout works workshop workspace world worry worth would wow wrap wraparound write written wrong yard yards year years yellow yes yesterday ' +
  'yet yield yoga you young your yourself zen zero zone'

const FRENCH =
  'a acces accueil actuel aime ainsi ait allee amenage ami amour ancien annee ans appareil apres arbre argent arret artiste ascenseur atelier ' +
  'atout au aucun aujourd aurore aussi autant autobus automne autour autre avant avec aventure avoir azur bain balcon banlieue bas beau ' +
  'beaucoup beaute bel belle berge besoin bibliotheque bien blanc bleu bois boise bon bonheur bonne bord boreal bureau ca calme campagne canal ' +
  'capitale cardinal carre carrefour cascade castel ce cedre cela centrale centre ces cet cette chaleureux chambre champ champs chantier ' +
  'chaque charmant chateau chaud chauffage chaussee chene cher cherche chez chien choix ciel cinema citadelle cite clair clairiere clef ' +
  'cloture club coin colline colombe comme commerce commun communaute compris comptoir confort confortable cote couleur cour couronne couvent ' +
  'croix cuisine dans debut deja demi depart depuis dernier derriere deux devant domaine domicile donc dont duo eau ecluse ecole edifice ' +
  'eglise electromenagers elle emeraude en encore endroit energie enfant ensemble ensoleille entre entree equilibre equipe erable escale ' +
  'espace essentiel est et etage etang etoile etre evolution exclusif exposition facade facile famille fauteuil fenetre ferme feu fin fleur ' +
  'fleuve fontaine foret fort frais galerie gare gens gouverneur grande gris gros habitation halte hameau harmonie haut haute havre heritage ' +
  'heure hirondelle histoire hiver horizon ici il ile immense inclus industriel interieur jamais jardin jardins je jeu jeune joie joli jour ' +
  'juste lac laveuse le leur liberte libre lieu ligne linge lis livre loft loge logis loin lorsque louer loyer lui lumiere lumineux lune lys ' +
  'ma magasin main mais maison maitre majeur manoir marche marina marquis melodie meme mer merci merveille mes metropole milieu mille miroir ' +
  'mode moderne moi moins mois mon monde montagne mot moulin moyen mur musee musique navette ne neige neuf neuve ni noble noir nom nord notre ' +
  'nous nouveau nouvelle nuit oasis oeuvre oiseau olympe onze opera orchidee orme ou ouest ouvert ouverte ouverture palais panorama paradis ' +
  'parc parfait paroisse partage partout pas passage patrimoine pavillon pays peinture pendant perle personne petit petite peu phare pied ' +
  'pierre pignon pin piscine plage plaine plaisir plateau plein pointe pont possibilite pour prairie pre pres presque printemps prive ' +
  'privilege prochain proche promenade propre proprio proximite puis quai quand quartier quatre quelque quelques qui rabais rapide recherche ' +
  'regent rempart renaissance rendez renove repos reserve retraite rez rive riverain riviere roche roi rouge ruelle ruisseau sa saison salle ' +
  'sans sapin savoir se secheuse secteur securite sejour semaine sentier sept sera serein serenite ses seul si siecle soir soleil somptueux ' +
  'sont sorbier sortie sous spacieux sud suite sur symphonie ta tant tel temps terrasse terre tilleul toit ton toujours tout toute toutes ' +
  'traditionnel tranquille transport tres trois trouver tu un une univers urbain usine vague val vallee vaste verger vers vert verte vie ' +
  'vieille vieux vigne villa village ville visite vivre voie voile voir voisin vos votre vous voyage vrai vraiment vue'

/** What every text may say: `well maintained`, `high ceilings`. */
export const ORDINARY_WORDS = `${ENGLISH} ${FRENCH}`

/** What developers like to call their buildings: `Harmony`, `Icon`. */
const LIKED_WORDS =
  'academy accent acclaim acorn adagio address admiral affinity agenda alchemy alliance aloft alpha alpine altitude alto amber ambience anchor ' +
  'angel anthem apex aqua arc arcade arcadia arch archer arena aria ark arrow artisan ascent ash aspen aspire assembly atlantic atlas atrium ' +
  'attitude august aurora autumn avenue aviator awaken axis azure balmoral balsam bamboo bay bayside beacon bear beaver bell belmont birch ' +
  'bird bishop bliss bloom blossom bluebird bluff boardwalk bold bond boulevard branch bravo bridge bridges brook brownstone byng cadence ' +
  'cambridge campus canary canopy canvas canyon cape capitol captain caravan carousel carriage castle cathedral cedar celebration celeste ' +
  'celsius centennial centra centrepoint centric chapel chapter charter chateau cherry chestnut cirrus citadel citi city cityscape civic clock ' +
  'cloverleaf club coach coal coastal cobalt collective colonnade colony column comet commodore commons compass concert concord condor ' +
  'confederation continental copper coral core cornerstone cosmo cosmos cottage council courier court cove cradle craft crane creek creekside ' +
  'crescent crest crossing crossroads crown cruise crystal cube curve cypress dance dawn deer delta diamond diplomat discovery distillery dock ' +
  'dockside dolphin dome dove dragon drake duchess duke dune dusk dwell eagle earl earth east eastside echo eclipse eden edge edgewater ' +
  'element elements elite elm embassy ember emerald eminence emperor empire engine enigma envy epic epoch equinox era essence estate eternity ' +
  'evergreen evolve exchange fable fairway falcon falls fashion federal fern festival fifth firefly flagship flats flora folio forest forge ' +
  'fortune forum foundation foundry fountain fox frame freedom frontier fusion galaxy galleria garden gardens gateway gem gemini generation ' +
  'genesis glacier glen glide globe grace grain granary grange gravity greenway grid grotto grove guild gull hall halo hamlet harbor harbour ' +
  'harbourfront harbourside harmony harvest haven hawk hawthorn hazel heath heather heights hermitage heron hickory highland highlands ' +
  'hillcrest hillside hilltop holly homestead horizons hotel house hub hudson hue icon iconic idol illumina imperial impression indigo ' +
  'industry infinity inlet inn insignia inspiration intersection iris iron ivory ivy jade jasmine jasper jazz jet jewel jubilee junction june ' +
  'juniper jupiter karma kestrel kinetic kingdom kite landing landmark lane lantern lark laurel lavender league legacy legion leo level ' +
  'liberty libra lighthouse lilac linden link lodge loon lotus lumina luna lynx lyric madison magnolia maison majestic mallard manor mansion ' +
  'maple maples mariner maritime marquee marvel matrix maverick meadow meadows medallion melody mercury meridian merit metro metropolis ' +
  'metropolitan midtown mill millennium mills mint mirage modera module momentum monarch monument moon mosaic moss motif muse myth narrative ' +
  'national nautica nest nexus nimbus nomad north northern nova novel nucleus observatory odyssey olive omega onyx opal optima opus oracle ' +
  'orbit orchard orchid origin orion osprey otter oval overture owl oxford pacific palace palette palm parade paragon parallel paramount ' +
  'parish parkside parkview parkway parliament pavilion peak pebble peninsula perennial perspective phoenix piano piazza pier pillar pilot ' +
  'pinnacle pioneer playfair plaza poem poet polaris polo poplar portal portico portrait posh precinct prelude presidential prism prodigy ' +
  'prosper province pulse pump quad quantum quarry quartet quay quays quest radius rail railway rainbow ranch raven ravine reef reflection ' +
  'reflections regal regatta regency reservoir residences retreat revival rhapsody rhythm ridge ripple ritz rivage riverside riverview riviera ' +
  'robin rocket rockies rosewood rotunda ruby runway rustic saga sage sails saint sapphire saturn savoy scarlet scenario scout script ' +
  'sculpture seaside sentinel sequel sequoia shadow shoreline signal silk silo skylark skyview slate solar solaris solo solstice sonata sonic ' +
  'sovereign spark spectra spectrum sphere spire spitfire splendour spotlight spruce square stables stadium starlight statement sterling ' +
  'stories strand stratus stream studio studios summit sunrise surf swallow swan sycamore symphony synergy tableau talisman tango tannery ' +
  'tapestry teal temple tempo terminal terra terrace theory thistle thrive thunder tide tides titan tobacco topaz torch totem tower trellis ' +
  'tribute trillium trinity triumph tulip turquoise twilight twist union unison unity universal universe uno utopia valencia valhalla vanguard ' +
  'vantage vault vega velocity velvet venture venue venus verde verge vertex vertical vertigo vibe vibes victory vida villa villas vine ' +
  'vineyard vintage violet virtue visage vision vista vita viva vivid vogue volt waltz warden warehouse waterfall waterford watermark waters ' +
  'waterside waves west westside wharf wheat whisper wilderness willow wisdom wolf woodland woodlands woodside zenith zephyr zest zodiac'

/** The person to call, and many buildings. */
const GIVEN_NAMES =
  'adam alan albert alexander alexandra alfred alice amanda andre andrea andrew angela anna anne anthony antoine arthur barbara benjamin ' +
  'bernard brian carl carol caroline catherine charles charlotte chris christian christina christine christopher claire claude cynthia daniel ' +
  'david deborah denis diana diane donald dorothy douglas edward eleanor elena eli elizabeth emily emma eric ethan eva evelyn florence francis ' +
  'frank frederick gabriel gary george gerard gilbert gordon graham hannah harold harry hector helen henri henry howard hugh ian isaac isabel ' +
  'isabella jack jacob jacques james jane janet jason jean jeffrey jennifer jessica jim joan joe john jonathan joseph joshua joyce judith ' +
  'julia julian julie karen katherine keith kelly kenneth kevin kim larry laura lauren lawrence leonard leslie lewis liam linda lisa louis ' +
  'louise lucas lucy luke marc margaret maria marie marilyn martin mary matthew max melissa michael michel michelle monica nancy natalie ' +
  'nathan nicholas nicole noah nora norman oliver olivia oscar pamela patricia patrick paul peter philip rachel ralph raymond rebecca richard ' +
  'robert roger ronald ruth ryan samantha samuel sandra sara sarah scott sean sharon simon sophia sophie stanley stella stephanie stephen ' +
  'steven stewart stuart susan sylvia theodore theresa thomas timothy tom tony veronica victor victoria vincent virginia vivian walter wayne ' +
  'wendy wesley william'

/** Developers and landlords: `2 year old Menkes condo`. */
const DEVELOPERS =
  'aspac bazis bosa brookfield camrost canderel capreit centrecourt cressey daniels devimco diamante fernbrook fitzrovia freed graywood ' +
  'greenpark greenrock greenwin hollyburn intracorp killam kingsett lamb lanterra ledcor mainstreet mattamy menkes metropia minto mondev ' +
  'morguard northview onni pemberton polygon prevel quadreal realstar shiplake solmar townline tridel wesgroup westbank'

/** Words that name a building only together with another, or where the text speaks of a building. */
export const NAMING_WORDS = `${LIKED_WORDS} ${GIVEN_NAMES} ${DEVELOPERS}`
