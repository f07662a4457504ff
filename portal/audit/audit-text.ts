// Text of the audit log: column titles and action names.
import en from '../../assets/texts/en/portal/audit.json' with { type: 'json' }
import fr from '../../assets/texts/fr/portal/audit.json' with { type: 'json' }
import type { AuditEntry } from '../../src/http/api-types.ts'
import { chooseLanguage } from '../language/choose-language.ts'

/** An action that the API does not have does not compile. */
type Actions = { readonly [A in keyof typeof en.actions]: A extends AuditEntry['action'] ? string : never }

export const text = chooseLanguage({ en, fr }) satisfies { readonly actions: Actions }
