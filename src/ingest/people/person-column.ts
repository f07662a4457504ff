// Recognizes columns about people: owners, applicants, contacts. Their values are never stored. Pure.
import { foldToAscii } from '@plinth/matcher/internal/text/fold-text'
import { proposalWords } from '../open-data/proposal-words.ts'

/** One of these words in a column's name means a person, in English and French files. */
const WORDS = new Set(
  [
    'owner owners coowner coowners applicant applicants contact contacts builder builders contractor contractors',
    'agent agents tenant tenants occupant occupants landlord landlords buyer buyers seller sellers vendor vendors',
    'purchaser purchasers taxpayer taxpayers planner planners manager managers representative representatives',
    'surveyor surveyors realtor realtors broker brokers lawyer lawyers trustee trustees executor executors',
    'resident residents person persons people superintendent operator architect mortgagor mortgagee grantor grantee assessee',
    'surname firstname lastname fullname givenname email courriel phone telephone tel mobile fax',
    'proprietaire proprietaires demandeur demandeurs requerant requerants locataire locataires entrepreneur',
    'constructeur acheteur vendeur gestionnaire mandataire contribuable prenom',
    // Free text in which officials write about people.
    'note notes comment comments remark remarks memo narrative commentaire commentaires remarque remarques',
  ]
    .join(' ')
    .split(' '),
)

/** Two words that mean a person only together. */
const PAIRS = [
  'first name',
  'last name',
  'given name',
  'family name',
  'full name',
  'legal name',
  'management company',
  'nom famille',
]

/** A person's website is not a name: OpenStreetMap has `contact:website`. */
const NOT_A_NAME = new Set(['website', 'url', 'web', 'type', 'count', 'ownership'])

/** `OWNER_NAME_1`, `ApplicantName`, `contact:phone`, `Propriétaire` */
export function isPersonColumn(name: string): boolean {
  const words = foldToAscii(name.slice(0, 200).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
  if (words.some((word) => NOT_A_NAME.has(word))) return false
  return words.some((word, at) => WORDS.has(word) || PAIRS.includes(`${word} ${words[at + 1] ?? ''}`))
}

/** A column with free text, and one that tells the file. */
const FREE_TEXTS = [
  ['DESCRIPTION', 'APPLICATION#'],
  ['DESCRIPTION', 'PERMIT_NUM'],
  ['ProjectDescription', 'PermitNumber'],
] as const

/** Free text that an importer reads: only the words that it understands are kept. */
export function freeTextFilter(name: string, header: readonly string[]): ((text: string) => string) | null {
  const isRead = FREE_TEXTS.some(([column, key]) => name === column && header.includes(key))
  return isRead ? proposalWords : null
}
