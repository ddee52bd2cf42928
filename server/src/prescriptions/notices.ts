import type { Message } from '../notifications/notify.ts';

/**
 * The notification of a customer whose telephone is the patient's. Telephones are not verified, and a locked phone shows the
 * text: it contains no medicine, no name, and not the prescription's number, which opens it.
 */
export function prescriptionWaits(customerId: string): Message {
  return {
    userId: customerId,
    title: 'Une ordonnance vous attend',
    message: 'Demandez son numéro à la personne qui l’a écrite, puis commandez.',
    link: '/order',
  };
}
