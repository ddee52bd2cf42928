import { buildConsultation } from '../builders/consultation.ts';
import type { TestApp, Visitor } from '../testing/test-app.ts';

/** A customer who has sent this many messages of 4,000 letters in one consultation. Triggers would take minutes for them. */
export async function customerWith(t: TestApp, messages: number, letters: string): Promise<Visitor> {
  const customer = await t.signIn('customer');
  const { id } = await buildConsultation(t.db, { status: 'active', patientId: customer.row.id });
  for (let from = 1; from <= messages; from += 500) {
    const to = Math.min(from + 499, messages);
    await t.pool.query(`begin; set local session_replication_role = replica;
      insert into consultation_messages (id, consultation_id, seq, sender_type, sender_id, content, created_at)
      select gen_random_uuid(), '${id}', 1000 + n, 'patient', '${customer.row.id}',
        rpad(md5(n::text) || ' ', 4000, '${letters}'), now()
      from generate_series(${from}, ${to}) n; commit`);
  }
  return customer;
}
