import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import type { Pool, PoolClient } from 'pg';
import type { PgBoss } from 'pg-boss';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import { countLatest } from '../sms/reports.ts';
import { zodCompilers } from './bind.ts';
import { countWaitingPayments } from './metrics-queries.ts';

/** Upper bounds of the histograms, s. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const STATEMENT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];
/** A database that does not respond leaves out its own figures only, ms. */
const READ_MS = 2_000;

export interface MetricsSources {
  readonly db: Database;
  readonly boss: PgBoss;
  /** Live connections of this process. */
  readonly countSockets: () => number;
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
    close: () => app.close(),
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
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const end = statements.startTimer();
      const record = () => void end();
      const result = query(...args);
      if (result instanceof Promise) result.then(record, record);
      return result;
    }) as typeof client.query;
  });
}

function addGauges(registry: Registry, pool: Pool, { db, boss, countSockets }: MetricsSources): void {
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
    name: 'amasin_messages',
    help: 'SMS et messages WhatsApp des dernières 24 heures, par état',
    labelNames: ['state'],
    read: async () =>
      Object.entries(await countLatest(db, new Date())).map(([state, value]) => ({
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
