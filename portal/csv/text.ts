// Text of the file field and the column picker.
import { chooseLanguage, plural } from '../parts/choose-language.ts'
import { formatNumber } from '../parts/format.ts'

export const text = chooseLanguage({
  en: {
    columns: 'Columns',
    rows: (count: number) => `${formatNumber(count)} ${count === 1 ? 'row' : 'rows'}`,
    truncated: (maxRows: number) => `Only the first ${formatNumber(maxRows)} rows are used.`,
    skipped: (count: number) =>
      count === 1
        ? 'We skipped 1 line that is not a JSON object.'
        : `We skipped ${formatNumber(count)} lines that are not JSON objects.`,
    header: 'The first row is a header',
    separator: 'Separator',
    separators: {
      '\t': 'Tab',
      ';': 'Semicolon',
      '|': 'Vertical bar',
      ',': 'Comma',
      '': 'None (one per line)',
    },
    column: (number: number) => `Column ${number}`,
    mapping: 'Choose above each column what it holds.',
    useAs: (column: string) => `Use “${column}” as`,
    unused: 'Not used',
    missing: (fields: string) => `Choose a column for: ${fields}.`,
    workbookTooLarge: (megabytes: number) =>
      `This workbook is larger than ${megabytes} MB. Save the sheet as CSV, then use the CSV file.`,
    notWorkbook: 'This file can’t be read as an Excel workbook. Save the sheet as XLSX or CSV, then use that file.',
    preview: 'Preview',
    progress: 'Progress',
    done: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)}`,
    speed: (rows: number) => `${formatNumber(rows)} rows/s`,
    rateLimited: (seconds: number) => `Rate limit reached. Continuing in ${seconds} s.`,
    unreachable: (seconds: number) => `Can’t reach the server. Retrying in ${seconds} s.`,
    resume: 'Continue',
    cancel: 'Stop',
    fileTypes: 'CSV, TSV, XLSX (the first sheet) or NDJSON.',
  },
  fr: {
    columns: 'Colonnes',
    rows: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'ligne', other: 'lignes' })}`,
    truncated: (maxRows: number) => `Seules les ${formatNumber(maxRows)} premières lignes sont utilisées.`,
    skipped: (count: number) =>
      plural(count, {
        one: 'Nous avons ignoré 1 ligne qui n’est pas un objet JSON.',
        other: `Nous avons ignoré ${formatNumber(count)} lignes qui ne sont pas des objets JSON.`,
      }),
    header: 'La première ligne contient les titres',
    separator: 'Séparateur',
    separators: {
      '\t': 'Tabulation',
      ';': 'Point-virgule',
      '|': 'Barre verticale',
      ',': 'Virgule',
      '': 'Aucun (une par ligne)',
    },
    column: (number: number) => `Colonne ${number}`,
    mapping: 'Choisissez au-dessus de chaque colonne ce qu’elle contient.',
    useAs: (column: string) => `Utiliser « ${column} » comme`,
    unused: 'Non utilisée',
    missing: (fields: string) => `Choisissez une colonne pour : ${fields}.`,
    workbookTooLarge: (megabytes: number) =>
      `Ce classeur dépasse ${megabytes} Mo. Enregistrez la feuille en CSV, puis utilisez ce fichier.`,
    notWorkbook:
      'Ce fichier ne peut être lu comme un classeur Excel. Enregistrez la feuille en XLSX ou en CSV, puis utilisez ce fichier.',
    preview: 'Aperçu',
    progress: 'Progression',
    done: (done: number, all: number) => `${formatNumber(done)} sur ${formatNumber(all)}`,
    speed: (rows: number) => `${formatNumber(rows)} lignes/s`,
    rateLimited: (seconds: number) => `Limite de débit atteinte. Reprise dans ${seconds} s.`,
    unreachable: (seconds: number) => `Serveur injoignable. Nouvel essai dans ${seconds} s.`,
    resume: 'Continuer',
    cancel: 'Arrêter',
    fileTypes: 'CSV, TSV, XLSX (la première feuille) ou NDJSON.',
  },
})
