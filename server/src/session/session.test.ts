import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { hashPassword } from './passwords.ts';
import { sweepSessions } from './sweeps.ts';

const EXPIRED = {
  success: false,
  code: 'UNAUTHENTICATED',
  message: 'Session expirée, veuillez vous reconnecter',
};

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const me = (authorization?: string) =>
  server.call(null, 'GET', '/auth/me', undefined, authorization === undefined ? {} : { authorization });

describe('a session', () => {
  it('identifies the caller with the current data of the database', async () => {
    const visitor = await server.signIn('agent');
    await server.db.update(users).set({ name: 'Nouveau nom' }).where(eq(users.id, visitor.row.id));
    const { status, body } = await server.call(visitor, 'GET', '/auth/me');
    expect({ status, user: body.user }).toMatchObject({
      status: 200,
      user: { _id: visitor.row.id, name: 'Nouveau nom', type: 'agent' },
    });
    expect(JSON.stringify(body)).not.toMatch(/hash|argon2|token/i);
  });

  it('ends at sign-out: its token is invalid at once, the other device’s is not', async () => {
    const phone = await server.signIn('customer');
    const laptop = await server.session(phone.row);
    expect(await server.call(phone, 'POST', '/auth/logout')).toMatchObject({ status: 204, body: null });
    expect(await server.call(phone, 'POST', '/auth/logout')).toMatchObject({ status: 401, body: EXPIRED });
    expect(await server.call(phone, 'GET', '/auth/me')).toMatchObject({ status: 401, body: EXPIRED });
    expect((await server.call(laptop, 'GET', '/auth/me')).status).toBe(200);
  });

  it('returns 401 for a missing, malformed or unknown token', async () => {
    const { token } = await server.signIn('customer');
    for (const header of [
      undefined,
      '',
      'Bearer',
      'Bearer court',
      token,
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Bearer ${token} ${token}`,
      `Bearer ${'x'.repeat(5_000)}`,
      `Bearer ${token.slice(0, -1)}'`,
    ]) {
      expect(await me(header), header).toMatchObject({ status: 401, body: EXPIRED });
    }
  });

  it('expires after exactly 30 days', async () => {
    const passwordHash = await hashPassword('bonjour');
    const { row } = await server.signIn('customer', { passwordHash });
    const login = { identifier: row.phone, password: 'bonjour' };
    const { body } = await server.call(null, 'POST', '/auth/login', login);
    server.clock.advance(30 * 24 * 3600 - 1);
    expect((await me(`Bearer ${body.token}`)).status).toBe(200);
    server.clock.advance(1);
    expect(await me(`Bearer ${body.token}`)).toMatchObject({ status: 401, body: EXPIRED });
  });

  it('is swept once it has expired, not before', async () => {
    await server.db.delete(sessions);
    const early = await server.signIn('customer');
    server.clock.advance(12 * 3600);
    const late = await server.session(early.row);
    server.clock.advance(12 * 3600);
    expect(await sweepSessions(server.ctx)).toBe(1);
    expect(await server.db.select({ n: count() }).from(sessions)).toEqual([{ n: 1 }]);
    expect((await server.call(late, 'GET', '/auth/me')).status).toBe(200);
  });
});
