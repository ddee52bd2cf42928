import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Clock, Log, SystemCtx } from '../ctx.ts';
import { fillDemo, isEmpty } from '../demo/fill-demo.ts';
import type { Env } from '../env.ts';
import { buildApp } from '../http/app.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { noPayments } from '../payments/no-payments.ts';
import { serveSandboxPortal } from '../payments/sandbox/portal.ts';
import { sandboxProvider } from '../payments/sandbox/provider.ts';
import { loggedError } from './log-error.ts';
import { openStore } from './open-store.ts';

const WEB = fileURLToPath(new URL('../../../web/build/client', import.meta.url));

/** How long a late approval of the embedded provider takes, ms. */
const LATE_MS = 8_000;

export interface RunningServer {
  readonly port: number;
  /** Answers what is under way, then ends jobs and database. */
  stop(): Promise<void>;
}

/** Starts the whole product: database, demonstration data where it is due, API, web, repeated jobs. */
export async function startServer(env: Env, say: (line: string) => void): Promise<RunningServer> {
  const clock: Clock = { now: () => new Date() };
  // Until the server has its logger, and for what concerns the database alone.
  let log: Log | null = null;
  const store = await openStore(env, say, (error) =>
    log?.warn({ err: error }, 'a database connection was lost'),
  );
  let app: FastifyInstance | null = null;
  try {
    const secret = env.PAYMENT_SECRET;
    const { db } = store;
    const settings = { addressLimit: env.ADDRESS_LIMIT, searchesPerMinute: env.SEARCHES_PER_MINUTE };
    const payments = env.PAYMENT_PROVIDER === 'sandbox' ? sandboxProvider({ db, clock, secret }) : noPayments;
    const lateLog: Log = {
      info: (details, message) => log?.info(details, message),
      warn: (details, message) => log?.warn(details, message),
      error: (details, message) => log?.error(details, message),
    };
    const ctx: SystemCtx = { db, clock, payments, settings, log: lateLog };
    if (env.DEMO && store.isEmbedded && (await isEmpty(db))) {
      say('Première fois : les données de démonstration sont en préparation…');
      await fillDemo(ctx);
    }
    app = await buildApp(ctx, {
      logger: { level: env.LOG_LEVEL, serializers: { err: loggedError } },
      trustProxy: env.TRUST_PROXY,
      web: WEB,
    });
    log = app.log;
    if (env.PAYMENT_PROVIDER === 'sandbox') serveSandboxPortal(app, { db, clock, secret, lateMs: LATE_MS });
    await app.listen({ host: env.HOST, port: env.PORT });
    const jobs = await startJobs(ctx, store.pool);
    const running = app;
    const address = app.server.address();
    return {
      port: typeof address === 'object' && address !== null ? address.port : env.PORT,
      stop: async () => {
        await running.close();
        await jobs.stop();
        await store.close();
      },
    };
  } catch (error) {
    await app?.close();
    await store.close();
    throw error;
  }
}
