// What a program that talks to Plinth imports: `plinth/client`. It needs no other package.
export type { VerificationReason, VerifyOptions, WebhookHeaders } from './verify-webhook.ts'
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'
