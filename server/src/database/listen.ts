import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Client, type Pool } from 'pg';
import type { Database } from './database.ts';

const RETRY_MS = 500;

/** Delivers a payload to every process that listens on the channel, after the commit. */
export async function notifyChannel(db: Database, channel: string, payload: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

export interface Listening {
  close(): Promise<void>;
}

interface Options {
  readonly onPayload: (payload: string) => void;
  /** After an interruption: payloads may have been missed. */
  readonly onResume: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Listens on a channel of the database with a connection of its own, which is replaced when it is lost.
 * PostgreSQL delivers each `NOTIFY` after the commit of its transaction, to all processes that listen.
 */
export async function listen(
  pool: Pool,
  channel: string,
  { onPayload, onResume, onError }: Options,
): Promise<Listening> {
  const ending = new AbortController();
  let client: Client | null = null;

  async function connect(): Promise<void> {
    const connecting = new Client({ ...pool.options, keepAlive: true });
    connecting.on('error', onError);
    connecting.on('notification', ({ payload = '' }) => onPayload(payload));
    await connecting.connect();
    await connecting.query(`listen ${channel}`);
    connecting.once('end', () => void reconnect());
    client = connecting;
  }

  async function reconnect(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await connect();
        onResume();
        return;
      } catch (error) {
        onError(error);
        await pause(RETRY_MS, undefined, { signal: ending.signal }).catch(() => null);
      }
    }
  }

  await connect();
  return {
    close: async () => {
      ending.abort();
      await client?.end();
    },
  };
}
