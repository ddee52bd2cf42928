import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Client, type Pool } from 'pg';
import type { Database } from './database.ts';
import { askWhenSilent, optionsOf } from './pool.ts';

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
  /** The connection was lost: payloads are missed from now on. */
  readonly onLost?: () => void;
  /** The connection is back after an interruption: payloads may have been missed. */
  readonly onResume: () => void;
  readonly onError: (error: unknown) => void;
  readonly silentMs?: number;
}

/**
 * Listens on a channel of the database with a connection of its own, which is replaced when it is lost or
 * frozen.
 * PostgreSQL delivers each `NOTIFY` after the commit of its transaction, to all processes that listen.
 */
export async function listen(
  pool: Pool,
  channel: string,
  { onPayload, onLost, onResume, onError, silentMs }: Options,
): Promise<Listening> {
  const ending = new AbortController();
  let client: Client | null = null;
  let reconnecting: Promise<void> | undefined;

  async function connect(): Promise<void> {
    const connecting = new Client({ ...optionsOf(pool), keepAlive: true });
    connecting.on('error', onError);
    connecting.on('notification', ({ payload = '' }) => onPayload(payload));
    try {
      await connecting.connect();
      askWhenSilent(connecting, silentMs);
      await connecting.query(`listen ${channel}`);
      ending.signal.throwIfAborted();
    } catch (error) {
      await connecting.end();
      throw error;
    }
    connecting.once('end', () => {
      onLost?.();
      reconnecting = reconnect();
    });
    client = connecting;
  }

  async function reconnect(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await connect();
        onResume();
        return;
      } catch (error) {
        if (ending.signal.aborted) return;
        onError(error);
        await pause(RETRY_MS, undefined, { signal: ending.signal }).catch(() => null);
      }
    }
  }

  await connect();
  return {
    close: async () => {
      ending.abort();
      await reconnecting;
      await client?.end();
    },
  };
}
