// Text of the ledger.
import text from '../../../../assets/texts/en/portal/desk/ledger.json' with { type: 'json' }

export { text }
