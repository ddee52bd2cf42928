import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Clock, Log, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { fillDemo, hasDemoAccounts, isEmpty } from '../demo/fill-demo.ts';
import type { Env } from '../env.ts';
import { folderStore } from '../files/store/folder-store.ts';
import { buildApp } from '../http/app.ts';
import { openQueue, type Queue } from '../jobs/open-queue.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { type Live, startLive } from '../live/start-live.ts';
import { noPush, webPushSender } from '../notifications/web-push-sender.ts';
import { noPayments } from '../payments/no-payments.ts';
import { serveSandboxPortal } from '../payments/sandbox/portal.ts';
import { sandboxProvider } from '../payments/sandbox/provider.ts';
import { serveSmsPage } from '../sms/dev-page.ts';
import { embeddedSms, noSms } from '../sms/embedded.ts';
import { closeHttp } from './close-http.ts';
import { hooks } from './hooks.ts';
import { loggedError } from './log-error.ts';
import { loggedRequest } from './log-request.ts';
import { openStore } from './open-store.ts';
import { reasonOf } from './reason-of.ts';

const WEB = fileURLToPath(new URL('../../../web/build/client', import.meta.url));

/** How long a late approval of the embedded provider takes, ms. */
const LATE_MS = 8_000;

/** Time limit for pending requests on shutdown, ms. */
const ANSWER_MS = 10_000;

export interface RunningServer {
  readonly port: number;
  /** True when the demonstration accounts exist and can sign in. */
  readonly hasDemoAccounts: boolean;
  /** Finishes pending requests, then stops jobs and database. */
  stop(): Promise<void>;
}

/** Starts the whole product: database, demonstration data if needed, API, web and repeated jobs. */
export async function startServer(env: Env, print: (line: string) => void): Promise<RunningServer> {
  const clock: Clock = { now: () => new Date() };
  // Null until the Fastify logger exists; then used for database errors.
  let log: Log | null = null;
  const store = await openStore(env, print, (error) => log?.warn({ err: error }, 'database connection lost'));
  let app: FastifyInstance | null = null;
  let queue: Queue | null = null;
  let live: Live | null = null;
  try {
    const secret = env.PAYMENT_SECRET;
    const { db } = store;
    if (!env.DEMO) await refuseDemonstration(db);
    const settings = {
      addressLimit: env.ADDRESS_LIMIT,
      searchesPerMinute: env.SEARCHES_PER_MINUTE,
      paymentsPerMinute: env.PAYMENTS_PER_MINUTE,
      uploadsPerMinute: env.UPLOADS_PER_MINUTE,
      codesPerHour: env.CODES_PER_HOUR,
      captchaWork: env.CAPTCHA_WORK,
      insuranceStrict: env.INSURANCE_STRICT,
      emergencyNumber: env.EMERGENCY_NUMBER,
    };
    const payments = env.PAYMENT_PROVIDER === 'sandbox' ? sandboxProvider({ db, clock, secret }) : noPayments;
    const lateLog: Log = {
      info: (details, message) => log?.info(details, message),
      warn: (details, message) => log?.warn(details, message),
      error: (details, message) => log?.error(details, message),
    };
    const files = folderStore(join(env.DATA_DIR, 'files'));
    const linkSecret = env.LINK_SECRET;
    const embedded = env.SMS_PROVIDER === 'embedded' ? embeddedSms({ clock, log: lateLog }) : null;
    const sms = embedded ?? noSms;
    queue = await openQueue(store.pool, (error) => lateLog.error({ err: error }, 'job queue error'));
    const { jobs } = queue;
    const ctx: SystemCtx = {
      db,
      clock,
      payments,
      ...hooks,
      files,
      sms,
      jobs,
      push: env.VAPID === null ? noPush : webPushSender(env.VAPID),
      linkSecret,
      settings,
      log: lateLog,
    };
    if (env.DEMO && store.isEmbedded && (await isEmpty(db))) {
      print('Première fois : les données de démonstration sont en préparation…');
      await fillDemo(ctx);
    }
    app = await buildApp(ctx, {
      logger: { level: env.LOG_LEVEL, serializers: { err: loggedError, req: loggedRequest } },
      trustProxy: env.TRUST_PROXY,
      web: WEB,
      publicUrl: env.PUBLIC_URL,
      maintenance: env.MAINTENANCE,
    });
    log = app.log;
    if (embedded === null) log.warn({}, 'SMS_PROVIDER is none: no codes or messages are sent');
    else serveSmsPage(app, embedded);
    if (env.PAYMENT_PROVIDER === 'sandbox') serveSandboxPortal(app, { db, clock, secret, lateMs: LATE_MS });
    if (!env.MAINTENANCE) {
      live = await startLive(ctx, { http: app.server, pool: store.pool, publicUrl: env.PUBLIC_URL });
    }
    await listen(app, env);
    const work = await startJobs(ctx, queue.boss);
    const [running, sockets] = [app, live];
    const address = app.server.address();
    return {
      hasDemoAccounts: env.DEMO && (await hasDemoAccounts(db)),
      port: typeof address === 'object' && address !== null ? address.port : env.PORT,
      stop: async () => {
        await sockets?.close();
        await Promise.all([closeHttp(running, ANSWER_MS), work.stop()]);
        await store.close();
      },
    };
  } catch (error) {
    await live?.close();
    await app?.close();
    await queue?.boss.stop({ graceful: false });
    await store.close();
    throw error;
  }
}

/** @throws Error with one line for the operator: the password of these accounts is public (DESIGN 5) */
async function refuseDemonstration(db: Database): Promise<void> {
  if (!(await hasDemoAccounts(db))) return;
  throw new Error(
    'Réglage DEMO : cette base a des comptes de démonstration, permis seulement avec DEMO=1 ; indiquez-en une autre (DATA_DIR, DATABASE_URL).',
  );
}

/** @throws Error with one line for the operator when listening fails */
async function listen(app: FastifyInstance, { HOST: host, PORT: port }: Env): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`Réglage PORT : le port ${port} est déjà pris, indiquez-en un autre.`);
    }
    throw new Error(`Réglage HOST ou PORT : rien ne peut y écouter (${reasonOf(error)}).`, { cause: error });
  }
}
