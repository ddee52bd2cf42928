import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { MINUTE_MS } from '@amasin/domain/contract/time.ts';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { securityEvents } from '../audit/log-security.ts';
import type { Clock } from '../ctx.ts';
import { readClockDifference } from '../database/clock-queries.ts';
import type { Database } from '../database/database.ts';
import { watchStatements } from '../database/watch-statements.ts';
import type { Settings } from '../env.ts';
import { countLate } from '../orders/list-queries.ts';
import { findMoneyHold } from '../payments/queries.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import { version } from '../settings/version.ts';
import { countLatest } from '../sms/reports.ts';
import { zodCompilers } from './bind.ts';
import { readBackups } from './last-backup.ts';
import { countAnswers, countMoneyWaiting, countWaitingPayments } from './metrics-queries.ts';
import { watchOutboundCalls } from './outbound-calls.ts';

/** Upper bounds of the histograms, s. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const STATEMENT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];
/** A database that does not respond leaves out its own figures only, ms. */
const READ_MS = 2_000;

export interface MetricsSources {
  readonly db: Database;
  readonly clock: Clock;
  readonly boss: PgBoss;
  /** Live connections of this process. */
  readonly countSockets: () => number;
  readonly commit: string | null;
  readonly dataDir: string;
  /** The folders whose disks may be full, by what is in them. */
  readonly folders: Readonly<Record<string, string>>;
  readonly settings: Pick<Settings, 'promiseMinutes'>;
}

export interface Metrics {
  /** Counts the requests of this application; before its routes are registered. */
  watchRequests(app: FastifyInstance): void;
  /** Serves `/metrics` on an address of its own; resolves with the port. */
  listen(address: { host: string; port: number }, sources: MetricsSources): Promise<number>;
  close(): Promise<void>;
}

/**
 * Measures this process for Prometheus from now on. This module is loaded only when metrics are on: the library takes
 * 30 ms and 18 MB.
 */
export function startMetrics(pool: Pool): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'amasin_http_request_seconds',
    help: 'Durée des requêtes HTTP',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  timeStatements(pool, registry);
  const unwatch = countOutboundCalls(registry);
  const app = Fastify({ schemaController: zodCompilers });
  app.get('/metrics', async (_request, reply) => {
    void reply.type(registry.contentType);
    return registry.metrics();
  });
  return {
    watchRequests: (watched) => {
      watched.addHook('onResponse', (request, reply, done) => {
        // The pattern of the route: a URL may contain signed links and names.
        const route = request.routeOptions.url ?? 'none';
        requests.observe(
          { method: request.method, route, status: reply.statusCode },
          reply.elapsedTime / 1000,
        );
        done();
      });
    },
    listen: async (address, sources) => {
      addGauges(registry, pool, sources);
      await app.listen(address);
      const [{ port } = address] = app.addresses() as AddressInfo[];
      return port;
    },
    close: () => {
      unwatch();
      return app.close();
    },
  };
}

/** Times each statement of the connections that the pool opens from now on. */
function timeStatements(pool: Pool, registry: Registry): void {
  const statements = new Histogram({
    name: 'amasin_statement_seconds',
    help: 'Durée des instructions SQL, l’attente d’une connexion non comprise',
    buckets: STATEMENT_SECONDS,
    registers: [registry],
  });
  watchStatements(pool, () => {
    const end = statements.startTimer();
    return () => void end();
  });
}

/** @returns stops counting */
function countOutboundCalls(registry: Registry): () => void {
  const calls = new Counter({
    name: 'amasin_outbound_calls_total',
    help: 'Appels aux prestataires (paiement, SMS, WhatsApp, Firebase), par machine et statut ; error : sans réponse',
    labelNames: ['host', 'status'],
    registers: [registry],
  });
  return watchOutboundCalls({ onEnd: ({ host, status }) => calls.inc({ host, status: status ?? 'error' }) });
}

function addGauges(registry: Registry, pool: Pool, sources: MetricsSources): void {
  const { db, clock, boss, countSockets } = sources;
  const registers = [registry];
  new Gauge({
    name: 'amasin_pool_connections',
    help: 'Connexions à la base : total, libres (idle), requêtes qui en attendent une (waiting)',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'amasin_sockets',
    help: 'Connexions en direct de ce processus',
    registers,
    collect() {
      this.set(countSockets());
    },
  });
  addRead(registry, {
    name: 'amasin_payments',
    help: 'Paiements en attente ou à vérifier, par état',
    labelNames: ['status'],
    read: async () =>
      (await countWaitingPayments(db)).map(({ status, count }) => ({ labels: { status }, value: count })),
  });
  addRead(registry, {
    name: 'amasin_recent_payments',
    help: 'Paiements ouverts depuis deux heures, il y a dix minutes au moins : le prestataire a dit comment ils finissent (given), ou rien (none)',
    labelNames: ['answer'],
    read: async () =>
      (await countAnswers(db, clock.now())).map(({ answer, count }) => ({
        labels: { answer },
        value: count,
      })),
  });
  addRead(registry, {
    name: 'amasin_messages',
    help: 'SMS et messages WhatsApp des dernières 24 heures, par état',
    labelNames: ['state'],
    read: async () =>
      Object.entries(await countLatest(db, clock.now())).map(([state, value]) => ({
        labels: { state },
        value,
      })),
  });
  addRead(registry, {
    name: 'amasin_jobs',
    help: 'Travaux par file et par état, comptés une fois par minute',
    labelNames: ['queue', 'state'],
    read: () => readJobs(boss),
  });
  addOperatorGauges(registry, sources);
}

/** Adds the metrics for which the operator is called at night (deploy/prometheus/rules.yml). */
function addOperatorGauges(
  registry: Registry,
  { db, clock, commit, dataDir, folders, settings }: MetricsSources,
): void {
  new Gauge({
    name: 'amasin_build_info',
    help: 'Version en marche ; toujours 1',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version, commit: commit ?? '' }, 1);
  addRead(registry, {
    name: 'amasin_disk_free_bytes',
    help: 'Place libre du disque, par ce qu’il contient : fichiers (data), base embarquée (database)',
    labelNames: ['folder'],
    read: () => readDisks(folders, ({ bavail, bsize }) => bavail * bsize),
  });
  addRead(registry, {
    name: 'amasin_disk_size_bytes',
    help: 'Taille du même disque',
    labelNames: ['folder'],
    read: () => readDisks(folders, ({ blocks, bsize }) => blocks * bsize),
  });
  addRead(registry, {
    name: 'amasin_last_backup_timestamp_seconds',
    help: 'Fin de la dernière sauvegarde entière ; 0 s’il n’y en a pas',
    labelNames: [],
    read: async () => [
      { labels: {}, value: ((await readBackups(dataDir)).last?.finishedAt.getTime() ?? 0) / 1000 },
    ],
  });
  addRead(registry, {
    name: 'amasin_last_backup_bytes',
    help: 'Taille de la dernière sauvegarde entière',
    labelNames: [],
    read: async () => [{ labels: {}, value: (await readBackups(dataDir)).last?.bytes ?? 0 }],
  });
  addRead(registry, {
    name: 'amasin_late_orders',
    help: 'Commandes payées, pas livrées à l’heure promise (PROMISE_MINUTES)',
    labelNames: [],
    read: async () => [
      {
        labels: {},
        value: await countLate(db, new Date(clock.now().getTime() - settings.promiseMinutes * MINUTE_MS)),
      },
    ],
  });
  addRead(registry, {
    name: 'amasin_money_waiting',
    help: 'Argent qui attend une personne : paiements à vérifier (payment), remboursements (refund) et versements (payout) refusés, débits sans paiement (debit)',
    labelNames: ['kind'],
    read: async () =>
      (await countMoneyWaiting(db)).map(({ kind, count }) => ({ labels: { kind }, value: count })),
  });
  addRead(registry, {
    name: 'amasin_clock_ahead_seconds',
    help: 'De combien l’horloge de ce serveur avance sur celle de la base',
    labelNames: [],
    read: async () => [{ labels: {}, value: (await readClockDifference(db, clock)) / 1000 }],
  });
  addRead(registry, {
    name: 'amasin_money_on_hold',
    help: '1 : base restaurée, argent et messages attendent resume-money',
    labelNames: [],
    read: async () => [{ labels: {}, value: (await findMoneyHold(db)) === null ? 0 : 1 }],
  });
  new Counter({
    name: 'amasin_security_events_total',
    help: 'Lignes « security » du journal, par événement : sign-in-failed, wrong-second-code, lock-out, refused…',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      this.reset();
      // Before the first one too, so that its increase is seen.
      for (const event of ['sign-in-failed', 'wrong-second-code', 'lock-out']) this.inc({ event }, 0);
      for (const [event, times] of securityEvents) this.inc({ event }, times);
    },
  });
}

async function readDisks(
  folders: MetricsSources['folders'],
  bytesOf: (disk: StatsFs) => number,
): Promise<Reading[]> {
  const disks = await Promise.all(
    Object.entries(folders).map(async ([folder, path]) => ({ folder, disk: await statfs(path) })),
  );
  return disks.map(({ folder, disk }) => ({ labels: { folder }, value: bytesOf(disk) }));
}

interface Reading {
  readonly labels: Record<string, string>;
  readonly value: number;
}

/** A gauge read from the database at each scrape. */
function addRead(
  registry: Registry,
  { read, ...config }: { name: string; help: string; labelNames: string[]; read: () => Promise<Reading[]> },
): void {
  new Gauge({
    ...config,
    registers: [registry],
    async collect() {
      this.reset();
      // A gauge without labels is reset to 0.
      if (config.labelNames.length === 0) this.remove();
      try {
        for (const { labels, value } of await withTimeout(read(), READ_MS)) this.set(labels, value);
      } catch {
        // Left out: during an outage the other figures matter most.
      }
    },
  });
}

async function readJobs(boss: PgBoss): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const { name: queue } of await boss.getQueues()) {
    // pg-boss keeps the counts for a minute, so that a scrape does not count its table.
    const [stats] = await boss.getQueueStats(queue, { force: true });
    const counts = {
      ready: stats?.readyCount,
      deferred: stats?.deferredCount,
      active: stats?.activeCount,
      failed: stats?.failedCount,
    };
    for (const [state, value = 0] of Object.entries(counts))
      readings.push({ labels: { queue, state }, value });
  }
  return readings;
}
