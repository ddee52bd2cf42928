import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../ctx.ts';
import { consultationMessages, consultations } from '../database/schema/consultations.ts';
import { files } from '../database/schema/files.ts';
import { users } from '../database/schema/users.ts';

type Reader = Pick<Actor, '_id' | 'type'>;

/** The consultations of which a user is the patient or the doctor, as SQL (rule 28). */
export function consultationsOf(reader: Reader): SQL {
  switch (reader.type) {
    case 'customer':
      return eq(consultations.patientId, reader._id);
    case 'partnerDoctor':
      return eq(consultations.doctorId, reader._id);
    default:
      return sql`false`;
  }
}

/** The users who may see and take requests, as SQL on a row of `users` (rule 39). */
export const takesRequests = sql`${users.type} = 'partnerDoctor' and ${users.active} and ${users.verified}`;

/** The pending requests, for a doctor who is active and verified now, whatever their session remembers. */
export function requestsSeenBy(reader: Reader): SQL {
  return sql`${consultations.status} = 'pending' and exists (select from ${users} where ${and(eq(users.id, reader._id), takesRequests)})`;
}

/** `consultationsOf`, and for a doctor the pending requests, of which only name and first message are shown. */
export function consultationsSeenBy(reader: Reader): SQL | undefined {
  if (reader.type !== 'partnerDoctor') return consultationsOf(reader);
  return or(consultationsOf(reader), requestsSeenBy(reader));
}

/** Whether a row of `files` is in one of the reader's consultations, as SQL. */
export function inConsultationOf(reader: Reader): SQL {
  return sql`exists (select from ${consultationMessages}
    join ${consultations} on ${eq(consultations.id, consultationMessages.consultationId)}
    where ${and(eq(consultationMessages.fileKey, files.key), consultationsOf(reader))})`;
}
