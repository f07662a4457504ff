// Text of the operators' audit log.
import text from '../../../../assets/texts/en/portal/desk/audit.json' with { type: 'json' }

export { text }
