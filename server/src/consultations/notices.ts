import type { Database } from '../database/database.ts';
import type { Message } from '../notifications/notify.ts';
import { findDoctorsForRequests } from './write-queries.ts';

// These texts are also sent as push messages, so they contain no name and nothing about health.

/** Tells every doctor who may take it about a request. */
export async function toDoctors(db: Database, consultationId: string): Promise<Message[]> {
  const ids = await findDoctorsForRequests(db);
  return ids.map((userId) => ({
    userId,
    title: 'Demande de consultation',
    message: 'Une demande attend un médecin.',
    link: `/doctor-dashboard?tab=consultations&chat=${consultationId}`,
  }));
}

const texts = {
  accepted: ['Consultation acceptée', 'Un médecin a pris votre demande : vous pouvez lui écrire.'],
  offered: [
    'Demande proposée à nouveau',
    'Aucun médecin n’a encore répondu. Votre demande vient d’être proposée à nouveau à tous les médecins.',
  ],
  completed: ['Consultation terminée', 'Vous pouvez relire votre consultation à tout moment.'],
} as const;

/** Tells the patient of a consultation. */
export function toPatient(
  { id, patientId }: { readonly id: string; readonly patientId: string },
  what: keyof typeof texts,
): Message {
  const [title, message] = texts[what];
  return { userId: patientId, title, message, link: `/dashboard?chat=${id}` };
}
