// Text of the form that sends a sample event.
import { chooseLanguage } from '../../../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    title: 'Try an event',
    lead: 'Makes a real event about a sandbox record happen, for your account only. It is signed, retried and logged like any other, and marked with data.sample.',
    type: 'Event type',
    send: (type: string) => `Send a sample ${type}`,
    sending: 'Sending…',
    queued: (sequence: string) => `Event ${sequence} is on its way to this endpoint. It appears under Deliveries.`,
    held: (sequence: string) => `Event ${sequence} is held until this endpoint answers its ping.`,
    skipped: (reason: string) => `This endpoint does not get the event. ${reason}`,
  },
  fr: {
    title: 'Essayer un événement',
    lead: 'Produit un véritable événement au sujet d’une fiche du bac à sable, pour votre compte seulement. Il est signé, renvoyé et journalisé comme tous les autres, et porte la marque data.sample.',
    type: 'Type d’événement',
    send: (type: string) => `Envoyer un exemple de ${type}`,
    sending: 'Envoi…',
    queued: (sequence: string) =>
      `L’événement ${sequence} est en route vers ce point de terminaison. Il apparaît sous Livraisons.`,
    held: (sequence: string) => `L’événement ${sequence} attend que ce point de terminaison réponde à son ping.`,
    skipped: (reason: string) => `Ce point de terminaison ne reçoit pas l’événement. ${reason}`,
  },
})
