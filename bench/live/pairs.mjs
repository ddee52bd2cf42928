import { buildConsultation } from '../../server/src/builders/consultation.ts';
import { buildUser } from '../../server/src/builders/user.ts';
import { transact } from '../../server/src/database/transaction.ts';
import { insertSession } from '../../server/src/session/queries.ts';
import { newToken, tokenHash } from '../../server/src/session/tokens.ts';
import { openStoreBeside } from '../../server/src/start/open-store.ts';

/** Consultations made in one transaction. */
const TOGETHER = 100;

/** Active consultations, each with a session of its patient and one of its doctor. */
export async function makePairs(dataDir, count) {
  const env = { DATA_DIR: dataDir, DATABASE_CONNECTIONS: 2 };
  const store = await openStoreBeside(env, () => {}, console.error);
  const pairs = [];
  while (pairs.length < count) {
    await transact(store.db, async (tx) => {
      const end = Math.min(count, pairs.length + TOGETHER);
      while (pairs.length < end) pairs.push(await makePair(tx));
    });
  }
  await store.close();
  return pairs;
}

async function makePair(db) {
  const patient = await buildUser(db, { type: 'customer' });
  const doctor = await buildUser(db, { type: 'partnerDoctor' });
  const people = { patientId: patient.id, doctorId: doctor.id };
  const { id } = await buildConsultation(db, { status: 'active', ...people });
  return { chatId: id, tokens: [await signIn(db, patient), await signIn(db, doctor)] };
}

async function signIn(db, user) {
  const token = newToken();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + 24 * 3_600_000);
  await insertSession(db, { tokenHash: tokenHash(token), userId: user.id, createdAt, expiresAt });
  return token;
}
