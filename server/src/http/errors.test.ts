import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildZone } from '../builders/catalogue.ts';
import type { SystemCtx } from '../ctx.ts';
import { openDatabase } from '../database/database.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { whileHeld } from '../testing/while-held.ts';
import { buildApp } from './app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const AWAY = 'Service momentanément indisponible. Veuillez réessayer.';

/** The same server with something of its surroundings changed, and what it logs. */
async function otherApp(change: Partial<SystemCtx>) {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = await buildApp({ ...t.ctx, ...change }, { logger: { level: 'error', stream }, trustProxy: 0 });
  return { app, lines };
}

describe('a fault of ours', () => {
  it('says nothing but a reference, under which the log has the whole', async () => {
    const secret = 'select * from users -- /srv/amasin/.env postgres://amasin:hunter2@db';
    const payments = {
      ...t.ctx.payments,
      readEvent() {
        throw new Error(secret);
      },
    };
    const { app, lines } = await otherApp({ payments });
    const answer = await app.inject({
      method: 'POST',
      url: '/api/payments/webhooks/sandbox',
      payload: { eventId: '1' },
    });
    await app.close();

    const { reference } = answer.json();
    expect(reference).toMatch(/^[0-9a-f]{8}$/);
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      success: false,
      code: 'INTERNAL',
      message: `${AWAY} (référence ${reference})`,
      reference,
    });
    expect(JSON.stringify([answer.headers, answer.body])).not.toMatch(/select|\.env|hunter2|at .*\.ts/);
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged).toEqual([expect.objectContaining({ reqId: reference })]);
    expect(logged[0].err.message).toBe(secret);
  });

  it('gives two faults two references', async () => {
    const clock = {
      now() {
        throw new Error('no time');
      },
    };
    const { app } = await otherApp({ clock });
    const ask = () =>
      app.inject({ url: '/api/zones', headers: { authorization: `Bearer ${'x'.repeat(43)}` } });
    const [one, two] = [await ask(), await ask()];
    await app.close();
    expect([one.statusCode, two.statusCode]).toEqual([500, 500]);
    expect(one.json().reference).not.toBe(two.json().reference);
  });
});

describe('a database that is away', () => {
  const unreachable = () =>
    openDatabase({ connectionString: 'postgresql://amasin@127.0.0.1:1/amasin' }, () => {});

  it.each([
    ['cannot be reached', false],
    ['has been closed', true],
  ])('and %s is 503, never 401: nobody is logged out by it', async (_, closeFirst) => {
    const { db, close } = unreachable();
    if (closeFirst) await close();
    const { app, lines } = await otherApp({ db });
    const customer = await t.signIn('customer');
    const headers = { authorization: `Bearer ${customer.token}` };
    const payload = { identifier: '0197000001', password: 'demo-amasin' };
    const answers = [
      await app.inject({ url: '/api/auth/me', headers }),
      await app.inject({ method: 'POST', url: '/api/auth/login', payload }),
    ];
    await app.close();
    if (!closeFirst) await close();
    for (const answer of answers) {
      expect(answer.statusCode).toBe(503);
      const { code, message, reference } = answer.json();
      expect(code).toBe('UNAVAILABLE');
      expect(message).toBe(`${AWAY} (référence ${reference})`);
      expect(answer.body).not.toMatch(/ECONN|pool|127\.0\.0\.1/i);
    }
    expect(lines).toHaveLength(answers.length);
  });

  it('in the middle of a request is 503 too, and the next request succeeds', async () => {
    const admin = await t.signIn('superAdmin');
    const zone = await buildZone(t.db);
    const rename = () => t.call(admin, 'PUT', `/zones/${zone.id}`, { price: 900 });
    const answer = await whileHeld(t.pool, {
      first: { text: 'select 1 from zones where id = $1 for update', values: [zone.id] },
      second: rename,
      // The database loses, like a restart, the connection that waits for the row.
      meanwhile: (waiting) => t.pool.query('select pg_terminate_backend($1)', [waiting]),
    });

    expect([answer.status, answer.body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(await rename()).toMatchObject({ status: 200, body: { zone: { price: 900 } } });
  });
});

describe('an address that cannot be read', () => {
  it('is 400 in the one form, with the headers of every answer', async () => {
    for (const url of ['/api/orders/%E0%A4%A', '/%', '/api/%zz']) {
      const answer = await t.app.inject({ url });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ success: false, code: 'BAD_REQUEST', message: 'Requête invalide' });
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    }
  });

  it('of a parameter longer than any of ours names nothing that exists', async () => {
    const admin = await t.signIn('superAdmin');
    const answer = await t.call(admin, 'GET', `/orders/${'9'.repeat(600)}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
  });
});
