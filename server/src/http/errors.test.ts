import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildZone } from '../builders/catalogue.ts';
import type { SystemCtx } from '../ctx.ts';
import { openDatabase } from '../database/database.ts';
import { csvFile } from '../routing/csv.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { whileLocked } from '../testing/while-locked.ts';
import { buildApp } from './app.ts';
import { compressResponses } from './compress.ts';
import { sendError } from './errors.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const UNAVAILABLE = 'Service momentanément indisponible. Veuillez réessayer.';

/** The same server with a changed context, and its log. */
async function otherApp(change: Partial<SystemCtx>) {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = await buildApp({ ...t.ctx, ...change }, { logger: { level: 'error', stream }, trustProxy: 0 });
  return { app, lines };
}

describe('an unexpected error', () => {
  it('returns only a reference, under which the log has the whole error', async () => {
    const secret = 'select * from users -- /srv/amasin/.env postgres://amasin:hunter2@db';
    const payments = {
      ...t.ctx.payments,
      readEvent() {
        throw new Error(secret);
      },
    };
    const { app, lines } = await otherApp({ payments });
    const response = await app.inject({
      method: 'POST',
      url: '/api/payments/webhooks/sandbox',
      payload: { eventId: '1' },
    });
    await app.close();

    const { reference } = response.json();
    expect(reference).toMatch(/^[0-9a-f]{8}$/);
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      success: false,
      code: 'INTERNAL',
      message: `${UNAVAILABLE} (référence ${reference})`,
      reference,
    });
    expect(JSON.stringify([response.headers, response.body])).not.toMatch(/select|\.env|hunter2|at .*\.ts/);
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged).toEqual([expect.objectContaining({ reqId: reference })]);
    expect(logged[0].err.message).toBe(secret);
  });

  it('gets a unique reference', async () => {
    const clock = {
      now() {
        throw new Error('no time');
      },
    };
    const { app } = await otherApp({ clock });
    const call = () =>
      app.inject({ url: '/api/zones', headers: { authorization: `Bearer ${'x'.repeat(43)}` } });
    const one = await call();
    const two = await call();
    await app.close();
    expect([one.statusCode, two.statusCode]).toEqual([500, 500]);
    expect(one.json().reference).not.toBe(two.json().reference);
  });
});

describe('a database outage', () => {
  const unreachable = () =>
    openDatabase({ connectionString: 'postgresql://amasin@127.0.0.1:1/amasin' }, () => {});

  it.each([
    ['is unreachable', false],
    ['is closed', true],
  ])('returns 503, not 401, when the database %s', async (_, closeFirst) => {
    const { db, close } = unreachable();
    if (closeFirst) await close();
    const { app, lines } = await otherApp({ db });
    const customer = await t.signIn('customer');
    const headers = { authorization: `Bearer ${customer.token}` };
    const payload = { identifier: '0197000001', password: 'demo-amasin' };
    const responses = [
      await app.inject({ url: '/api/auth/me', headers }),
      await app.inject({ method: 'POST', url: '/api/auth/login', payload }),
    ];
    await app.close();
    if (!closeFirst) await close();
    for (const response of responses) {
      expect(response.statusCode).toBe(503);
      const { code, message, reference } = response.json();
      expect(code).toBe('UNAVAILABLE');
      expect(message).toBe(`${UNAVAILABLE} (référence ${reference})`);
      expect(response.body).not.toMatch(/ECONN|pool|127\.0\.0\.1/i);
    }
    expect(lines).toHaveLength(responses.length);
  });

  it('during a request returns 503, and the next request succeeds', async () => {
    const admin = await t.signIn('superAdmin');
    const zone = await buildZone(t.db);
    const rename = () => t.call(admin, 'PUT', `/zones/${zone.id}`, { price: 900 });
    const response = await whileLocked(t.pool, {
      first: { text: 'select 1 from zones where id = $1 for update', values: [zone.id] },
      second: rename,
      // As in a restart, the database ends the connection that waits for the row.
      meanwhile: (waiting) => t.pool.query('select pg_terminate_backend($1)', [waiting]),
    });

    expect([response.status, response.body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(await rename()).toMatchObject({ status: 200, body: { zone: { price: 900 } } });
  });
});

it('a download that fails before its first bytes returns the usual body', async () => {
  const app = Fastify();
  app.setErrorHandler(sendError);
  await compressResponses(app);
  app.get('/', async (_request, reply) => {
    // biome-ignore lint/correctness/useYield: it fails before its first part.
    async function* parts(): AsyncGenerator<never[]> {
      throw new Error('the rows cannot be read');
    }
    const { body, headers } = await csvFile(t.ctx, 'liste', [], { parts: parts(), isCut: false });
    return reply.headers(headers).send(body);
  });
  for (const encoding of ['gzip', 'br', 'identity']) {
    const response = await app.inject({ url: '/', headers: { 'accept-encoding': encoding } });
    expect(response.json(), encoding).toMatchObject({ success: false, code: 'INTERNAL' });
    expect(response.statusCode).toBe(500);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers).not.toHaveProperty('content-encoding');
    expect(response.headers).not.toHaveProperty('content-disposition');
  }
  await app.close();
});

describe('a malformed URL', () => {
  it('returns 400 with the usual body and headers', async () => {
    for (const url of ['/api/orders/%E0%A4%A', '/%', '/api/%zz']) {
      const response = await t.app.inject({ url });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({ success: false, code: 'BAD_REQUEST', message: 'Requête invalide' });
      expect(response.headers['x-content-type-options']).toBe('nosniff');
      expect(response.headers['strict-transport-security']).toBe('max-age=31536000');
    }
  });

  it('with an overlong parameter returns 404', async () => {
    const admin = await t.signIn('superAdmin');
    const response = await t.call(admin, 'GET', `/orders/${'9'.repeat(600)}`);
    expect([response.status, response.body.code]).toEqual([404, 'NOT_FOUND']);
  });
});

it('a full disk, in the database or the server, returns 503 like an outage', async () => {
  for (const code of ['53100', '53200', 'ENOSPC']) {
    const readEvent = () => {
      throw new Error('Failed query', {
        cause: Object.assign(new Error('No space left on device'), { code }),
      });
    };
    const { app, lines } = await otherApp({ payments: { ...t.ctx.payments, readEvent } });
    const response = await app.inject({ method: 'POST', url: '/api/payments/webhooks/sandbox', payload: {} });
    await app.close();
    const { reference } = response.json();
    expect([response.statusCode, response.json().code]).toEqual([503, 'UNAVAILABLE']);
    expect(response.json().message).toBe(`${UNAVAILABLE} (référence ${reference})`);
    expect(lines).toHaveLength(1);
  }
});
