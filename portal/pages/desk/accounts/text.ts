// Text of the operators' account pages.
import text from '../../../../assets/texts/en/portal/desk/accounts.json' with { type: 'json' }

export { text }
