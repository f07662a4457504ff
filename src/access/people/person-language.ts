// The language that a person chose, for pages and emails.
import type { Tx } from '../../db/database.ts'
import type { Language } from '../../kernel/language.ts'
import type { Person } from '../rights/principal.ts'
import { PERSON_COLUMNS } from './people.ts'

/** Not audited: it changes how text looks, never what anyone may do. Undefined if the person was deleted. */
export async function setLanguage(tx: Tx, personId: string, language: Language): Promise<Person | undefined> {
  return tx
    .updateTable('people')
    .set({ language })
    .where('id', '=', personId)
    .returning(PERSON_COLUMNS)
    .executeTakeFirst()
}

/** For a new person: emails without a request, such as warnings, need a language. */
export async function setFirstLanguage(tx: Tx, personId: string, language: Language): Promise<void> {
  await tx.updateTable('people').set({ language }).where('id', '=', personId).where('language', 'is', null).execute()
}
