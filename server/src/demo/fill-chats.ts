import { MAX_OFFERS } from '@amasin/domain/consultations/lifecycle.ts';
import { buildConsultation } from '../builders/consultation.ts';
import type { Database } from '../database/database.ts';
import type { UserRow } from '../database/schema/users.ts';
import { need } from './fill-orders.ts';
import { type DemoChat, readChats } from './tables.ts';

/**
 * Creates the consultations of the plan. Requests have had all their offers, so that the repeated job leaves them
 * alone.
 */
export async function fillChats(
  tx: Database,
  people: ReadonlyMap<string, UserRow>,
  now: Date,
): Promise<void> {
  for (const chat of readChats()) await fillChat(tx, chat, people, now);
}

async function fillChat(
  tx: Database,
  { minutesAgo, patient, doctor, status, messages }: DemoChat,
  people: ReadonlyMap<string, UserRow>,
  now: Date,
): Promise<void> {
  const { id: patientId, name: patientName } = need(people.get(patient), patient);
  const [first, ...others] = messages;
  await buildConsultation(tx, {
    status,
    patientId,
    patientName,
    ...(doctor !== null && { doctorId: need(people.get(doctor), doctor).id }),
    initialMessage: need(first, 'message').content,
    messages: others,
    offers: status === 'pending' ? MAX_OFFERS : 0,
    createdAt: new Date(now.getTime() - minutesAgo * 60_000),
  });
}
