import type { Person } from '../people.ts';
import type { Query } from '../product.ts';

type Status = 'pending' | 'active' | 'completed';

/**
 * Creates a consultation of this patient, assigned to this doctor unless it is pending. The two write the messages in
 * turn, the patient first; while it is pending the patient writes all. Returns its id.
 */
export async function createConsultation(
  query: Query,
  patient: Person,
  doctor: Person,
  status: Status,
  messages: readonly string[] = ['Bonjour docteur'],
): Promise<string> {
  // One statement: a constraint at commit compares the messages with `last_seq`.
  const [row] = await query<{ id: string }>(
    `with created as (
       insert into consultations (id, patient_id, patient_name, doctor_id, status, last_seq, without_doctor, offers,
         offered_at, created_at, accepted_at, completed_at)
       values (gen_random_uuid(), $1, $2, case $4 when 'pending' then null else $3::uuid end, $4, cardinality($5::text[]),
         false, 0, now(), now(), case $4 when 'pending' then null else now() end, case $4 when 'completed' then now() end)
       returning id),
     written as (
       insert into consultation_messages (id, consultation_id, seq, sender_type, sender_id, content, created_at)
       select gen_random_uuid(), created.id, seq, case when by_patient then 'patient' else 'doctor' end,
         case when by_patient then $1::uuid else $3::uuid end, content, now()
       from created, unnest($5) with ordinality as messages (content, seq),
         lateral (select seq % 2 = 1 or $4 = 'pending') as author (by_patient))
     select id from created`,
    [patient.id, patient.name, doctor.id, status, messages],
  );
  return row!.id;
}
