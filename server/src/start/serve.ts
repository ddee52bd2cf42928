import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CLOCK_TOLERANCE_MS } from '@amasin/domain/house/situation.ts';
import type { Pool } from 'pg';
import { writeLateLines } from '../audit/late-lines.ts';
import { type Clock, type Log, type SystemCtx, systemClock } from '../ctx.ts';
import { readClockDifference } from '../database/clock-queries.ts';
import type { Database } from '../database/database.ts';
import { clusterFolder } from '../database/embedded/home.ts';
import { hasDemoAccounts, isEmpty } from '../demo/queries.ts';
import { type Env, settingsOf } from '../env.ts';
import { requireOwnStore } from '../files/house-mark.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { loadHouse } from '../house/settings.ts';
import { buildApp } from '../http/app.ts';
import type { Metrics, MetricsSources } from '../http/metrics.ts';
import type { Traces } from '../http/traces.ts';
import { openQueue } from '../jobs/open-queue.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { type Live, startLive } from '../live/start-live.ts';
import { noPush, webPushSender } from '../notifications/push.ts';
import { serveSandboxPortal } from '../payments/providers/sandbox-portal.ts';
import { findMoneyHold } from '../payments/queries.ts';
import { rememberSessions } from '../session/authenticate.ts';
import { missingIdentity } from '../settings/identity-settings.ts';
import { limits } from '../settings/limits.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { findCommit } from '../settings/version.ts';
import { serveSmsPage } from '../sms/embedded.ts';
import { askBeforeClosing, closeHttp } from './close-http.ts';
import { type ClosingStack, closingStack } from './closing-stack.ts';
import { hooks } from './hooks.ts';
import { isPortPassed, listen } from './listen.ts';
import { type LateLog, loggedError, loggedRequest, reasonOf } from './log.ts';
import { describeMachine } from './machine.ts';
import type { Store } from './open-store.ts';
import { openProviders, warnAboutProviders } from './providers.ts';
import { keepRemovedPeople, removedPeopleFile } from './removed-people.ts';
import { replaceLinkSecret } from './replace-link-secret.ts';
import { watchDisk } from './watch-disk.ts';

const WEB = fileURLToPath(new URL('../../../web/build/client', import.meta.url));

/** A late approval of the embedded provider takes this long, ms. */
const LATE_MS = 8_000;

/** Time limit for pending requests on shutdown, ms. */
const RESPONSE_MS = 10_000;

/** The queue is asked for jobs at this interval, s. */
const JOBS_POLL_S = 5;

const MONEY_WAITS =
  'Base restaurée : remboursements, versements, messages et suivi des paiements attendent. Comparez avec le prestataire (npm run amasin -- reconcile), puis : npm run amasin -- resume-money';

const NOT_ADOPTED =
  'Base restaurée : ce stockage de fichiers sert peut-être encore une autre base, et rien n’y est effacé. S’il est désormais à celle-ci seule : npm run amasin -- files adopt';

export interface RunningServer {
  readonly port: number;
  /** True when the demo accounts exist and can sign in. */
  readonly hasDemoAccounts: boolean;
  /** Finishes pending requests, then stops jobs and database. */
  stop(): Promise<void>;
}

interface ServeOptions {
  readonly print: (line: string) => void;
  readonly log: LateLog;
}

/** Serves the product from this database, which `stop()` and a failed start close. */
export async function serve(store: Store, env: Env, { print, log }: ServeOptions): Promise<RunningServer> {
  const opened = closingStack();
  opened.add(() => store.close());
  try {
    return await open(store, env, { print, log, opened });
  } catch (error) {
    await opened.close().catch((failure) => log.error({ err: failure }, 'not everything was closed'));
    throw error;
  }
}

/** Adds what it opens to `opened`, in an order that is right backwards: what requests and jobs use comes before them. */
async function open(
  store: Store,
  env: Env,
  { print, log, opened }: ServeOptions & { readonly opened: ClosingStack },
): Promise<RunningServer> {
  const clock = systemClock;
  const { db } = store;
  let isClosing = false;
  let isLeaving = false;
  let live: Live | null = null;
  const commit = env.COMMIT ?? findCommit();
  const metrics = await openMetrics(env, store.pool);
  const traces = await openTraces(env, store.pool, commit);
  const secret = env.PAYMENT_SECRET;
  if (!env.DEMO) await refuseDemoAccounts(db);
  const removed = await keepRemovedPeople(db, removedPeopleFile(env.DATA_DIR), log);
  opened.add(() => removed.stop());
  opened.add(() => writeLateLines(db).catch((error) => log.error({ err: error }, 'reads are not recorded')));
  opened.add(() =>
    traces?.close().catch((error) => log.error({ err: error }, 'the last traces are not sent')),
  );
  const machine = describeMachine({ clock, commit, dataDir: env.DATA_DIR });
  opened.add(() => machine.close());
  const files = await openFileStore(env);
  if (!(await requireOwnStore({ db, files, log }))) print(NOT_ADOPTED);
  const { payments, otherPayments, sms, phoneVerifier, embedded } = openProviders(env, db, clock, log);
  const { boss, jobs } = await openQueue(store.pool, (error) => log.error({ err: error }, 'job queue error'));
  // Waits for jobs that are already stopping.
  opened.add(() => boss.stop({ graceful: false }));
  const ctx: SystemCtx = {
    db,
    clock,
    payments,
    otherPayments,
    ...hooks,
    files,
    sms,
    phoneVerifier,
    jobs,
    push: env.VAPID === null ? noPush : webPushSender(env.VAPID),
    linkSecrets: env.LINK_SECRETS,
    sessions: rememberSessions(),
    settings: settingsOf(env),
    limits,
    machine,
    log,
  };
  await loadHouse(ctx);
  if (env.DEMO && store.isEmbedded && (await isEmpty(db))) {
    print('Première fois : les données de démonstration sont en préparation…');
    const { fillDemo } = await import('../demo/fill-demo.ts');
    await fillDemo(ctx);
  }
  // Where the database is elsewhere, a full disk of ours only refuses files.
  const disk = store.isEmbedded ? await watchDisk(foldersOf(env.DATA_DIR), log) : null;
  opened.add(() => disk?.stop());
  const app = await buildApp(ctx, {
    logger: { level: env.LOG_LEVEL, serializers: { err: loggedError, req: loggedRequest } },
    trustProxy: env.TRUST_PROXY,
    web: WEB,
    publicUrl: env.PUBLIC_URL,
    demo: env.DEMO,
    color: env.HOUSE_COLOR,
    metrics,
    traces,
    limits: {
      maxBusy: env.MAX_BUSY,
      isClosing: () => isClosing,
      isLeaving: () => isLeaving,
      ...(disk && { hasRoom: disk.hasRoom }),
    },
  });
  opened.add(() => closeHttp(app, RESPONSE_MS));
  log.writeTo(app.log);
  askBeforeClosing(app, async () => {
    // At a port of systemd, what arrives later waits for the next process.
    isClosing = !isPortPassed();
    await live?.close();
  });
  warnAboutProviders(env, log);
  warnAboutProxy(env, log);
  await warnAboutClock(db, clock, log);
  for (const line of missingIdentity(env.IDENTITY)) print(line);
  if (embedded !== null) serveSmsPage(app, embedded);
  if (env.PAYMENT_PROVIDER.includes('sandbox'))
    serveSandboxPortal(app, { db, clock, secret, lateMs: LATE_MS });
  if (!env.MAINTENANCE) {
    live = await startLive(ctx, { http: app.server, pool: store.pool, publicUrl: env.PUBLIC_URL });
  }
  const sockets = live;
  const countSockets = () => sockets?.io.engine.clientsCount ?? 0;
  // A port that is taken is found out before anybody is served.
  if (metrics !== undefined) {
    opened.add(() => metrics.close());
    const url = await listenForMetrics(env, metrics, {
      db,
      clock,
      boss,
      countSockets,
      commit,
      dataDir: env.DATA_DIR,
      folders: { data: env.DATA_DIR, ...(store.isEmbedded && { database: clusterFolder(env.DATA_DIR) }) },
      settings: ctx.settings,
    });
    print(`Mesures : ${url}`);
  }
  await listen(app, env);
  const work = await startJobs(ctx, boss, JOBS_POLL_S);
  // Jobs end while requests do. If they fail to, the queue is closed all the same.
  opened.add(() => void work.stop().catch(() => {}));
  const hold = await findMoneyHold(db);
  if (hold !== null) print(MONEY_WAITS);
  for (const line of await replaceLinkSecret(ctx)) print(line);
  const address = app.server.address();
  return {
    hasDemoAccounts: env.DEMO && (await hasDemoAccounts(db)),
    port: typeof address === 'object' && address !== null ? address.port : env.PORT,
    stop: async () => {
      // Load balancers read it and send their next requests elsewhere.
      isLeaving = true;
      await pause(env.DRAIN_SECONDS * 1_000);
      await opened.close();
    },
  };
}

/** The folders whose disks are watched: the database may be elsewhere than the files. */
const foldersOf = (dataDir: string) => [dataDir, clusterFolder(dataDir)];

/** @throws Error with one line for the operator: the password of these accounts is public */
async function refuseDemoAccounts(db: Database): Promise<void> {
  if (!(await hasDemoAccounts(db))) return;
  throw new OperatorError(
    'Réglage DEMO : cette base a des comptes de démonstration, permis seulement avec DEMO=1 ; indiquez-en une autre (DATA_DIR, DATABASE_URL).',
  );
}

/** Loads the metrics only when wanted: their library takes 30 ms and 18 MB. Undefined without METRICS_PORT. */
async function openMetrics({ METRICS_PORT }: Env, pool: Pool): Promise<Metrics | undefined> {
  if (METRICS_PORT === undefined) return undefined;
  const { startMetrics } = await import('../http/metrics.ts');
  return startMetrics(pool);
}

/** Loads the traces only when a collector is named. Undefined without one. */
async function openTraces(
  { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED }: Env,
  pool: Pool,
  commit: string | null,
): Promise<Traces | undefined> {
  const endpoint = OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || OTEL_SDK_DISABLED) return undefined;
  try {
    const { startTraces } = await import('../http/traces.ts');
    return startTraces(pool, { commit });
  } catch (error) {
    throw new OperatorError(
      'Réglage OTEL_EXPORTER_OTLP_ENDPOINT : les paquets @opentelemetry ne sont pas installés (npm ci --include=optional).',
      { cause: error },
    );
  }
}

/**
 * @returns the URL of the metrics
 * @throws Error with one line for the operator when listening fails
 */
async function listenForMetrics(
  { METRICS_HOST: host, METRICS_PORT: port = 0 }: Env,
  metrics: Metrics,
  sources: MetricsSources,
): Promise<string> {
  try {
    return `http://${host}:${await metrics.listen({ host, port }, sources)}/metrics`;
  } catch (error) {
    const where = `${host}:${port}`;
    throw new OperatorError(
      `Réglage METRICS_PORT : rien ne peut écouter sur ${where} (${reasonOf(error)}).`,
      {
        cause: error,
      },
    );
  }
}

/** Warns when the server's clock is not the database's: promises, links and the follow-up of payments would be wrong. */
async function warnAboutClock(db: Database, clock: Clock, log: Log): Promise<void> {
  const ahead = await readClockDifference(db, clock);
  if (Math.abs(ahead) > CLOCK_TOLERANCE_MS)
    log.warn({ aheadMs: ahead }, 'the clocks of server and database differ: set both by NTP');
}

/** Warns when callers could reach the port without the proxy that is trusted to name their address: they would name it themselves. */
export function warnAboutProxy({ TRUST_PROXY, HOST }: Pick<Env, 'TRUST_PROXY' | 'HOST'>, log: Log): void {
  // The socket unit says where it listens.
  if (TRUST_PROXY === 0 || isPortPassed() || /^(127\.|::1$|localhost$)/.test(HOST)) return;
  log.warn(
    { host: HOST },
    'TRUST_PROXY is set, but HOST is open to more than the proxy: whoever connects directly may claim any address; set HOST=127.0.0.1, or let only the proxy reach the port',
  );
}
