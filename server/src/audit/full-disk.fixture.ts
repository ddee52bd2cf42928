import type { Pool } from 'pg';

/** Makes PostgreSQL refuse lines of reads in the journal as on a full disk, or no longer. */
export async function setFull(pool: Pool, isFull: boolean): Promise<void> {
  await pool.query('drop trigger if exists is_full on audit');
  if (!isFull) return;
  await pool.query(`
    create or replace function refuse_as_full() returns trigger language plpgsql as
    $$ begin raise 'could not extend file' using errcode = '53100'; end $$`);
  await pool.query(
    `create trigger is_full before insert on audit for each row when (new.action = 'read') execute function refuse_as_full()`,
  );
}
