import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';

/** Longer than any healthy database needs, shorter than what a load balancer waits. */
const DATABASE_LIMIT_MS = 2_000;

/**
 * `/health/live`: the process answers. `/health/ready`: it can serve, so its database answers and it is not stopping;
 * else 503, and a load balancer sends people elsewhere.
 */
export function registerHealth(app: FastifyInstance, { db }: { db: Database }): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });

  app.get('/health/live', async () => ({ status: 'ok' }));

  app.get('/health/ready', async (_request, reply) => {
    if (stopping) return reply.code(503).send({ status: 'stopping' });
    if (!(await answersInTime(db))) return reply.code(503).send({ status: 'database unavailable' });
    return { status: 'ok' };
  });
}

async function answersInTime(db: Database): Promise<boolean> {
  const limit = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => limit.resolve(false), DATABASE_LIMIT_MS);
  const asked = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
