// Text of the operators' list of emails.
import text from '../../../../assets/texts/en/portal/desk/emails.json' with { type: 'json' }

export { text }
