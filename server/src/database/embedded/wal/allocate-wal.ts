import type { Client } from 'pg';

/** Segments of 16 MB. With the current one they are the 80 MB of `min_wal_size`, which checkpoints keep. */
const SEGMENTS_AHEAD = 4;

/**
 * Allocates WAL segments for a new cluster, as a long use would. On a full disk PostgreSQL crashes when it cannot
 * create the next segment, and does not start again until there is room.
 */
export async function allocateWal(client: Client): Promise<void> {
  for (let n = 0; n < SEGMENTS_AHEAD; n += 1) {
    // A switch does nothing while the current segment is empty.
    await client.query(`SELECT pg_logical_emit_message(false, '', '')`);
    await client.query('SELECT pg_switch_wal()');
  }
  // Renames the finished segments to the next ones.
  await client.query('CHECKPOINT');
}
