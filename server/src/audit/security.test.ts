import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { audit } from '../database/schema/audit.ts';
import { users } from '../database/schema/users.ts';
import { codeAt } from '../session/code-at.fixture.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const PASSWORD = 'mot de passe';
const logged: object[] = [];

let server: TestApp;
let agent: Visitor;
beforeAll(async () => {
  // The level that is written by default.
  const warn = (details: object, message: string) => {
    if (message === 'security') logged.push(JSON.parse(JSON.stringify(details)));
  };
  server = await startTestApp({ log: { info() {}, warn, error() {} } });
});
afterAll(() => server.close());
beforeEach(async () => {
  logged.length = 0;
  agent = await server.signIn('agent', {
    email: `agent${logged.length}${Math.trunc(server.clock.now().getTime())}@exemple.bj`,
  });
  await server.db
    .update(users)
    .set({ passwordHash: await quickHash(PASSWORD) })
    .where(eq(users.id, agent.row.id));
  server.clock.advance(1);
});

const signIn = (password: string, more: object = {}) =>
  server.call(null, 'POST', '/auth/admin-login', { email: agent.row.email, password, ...more });
const actionsOn = async () =>
  (await server.db.select().from(audit).where(eq(audit.subjectId, agent.row.id)).orderBy(audit.id)).map(
    ({ action, actorId }) => (actorId === null ? `${action} without actor` : action),
  );
const mine = (event: string) => ({ security: event, user: agent.row.id });

it('a sign-in is recorded and logged, without telephone, e-mail, name or token', async () => {
  const { body } = await signIn(PASSWORD);
  expect(await actionsOn()).toEqual(['sign-in']);
  expect(logged).toEqual([{ ...mine('sign-in'), type: 'agent' }]);
  const text = JSON.stringify([logged, await server.db.select().from(audit)]);
  for (const value of [agent.row.phone, agent.row.email, agent.row.name, body.token])
    expect(text).not.toContain(value);
});

it('a wrong password is logged with the account, an unknown one without', async () => {
  await signIn('faux');
  await server.call(null, 'POST', '/auth/admin-login', { email: 'personne@exemple.bj', password: 'faux' });
  expect(logged).toEqual([mine('sign-in-failed'), { security: 'sign-in-failed', user: null }]);
  expect(await actionsOn()).toEqual([]);
});

it('the eleventh wrong try is recorded as a lockout, once', async () => {
  for (let n = 0; n < 10; n += 1) expect((await signIn('faux')).status).toBe(401);
  for (let n = 0; n < 3; n += 1) expect((await signIn('faux')).status).toBe(429);
  expect(await actionsOn()).toEqual(['lock-out without actor']);
  expect(logged.filter((line) => 'security' in line && line.security === 'lock-out')).toEqual([
    mine('lock-out'),
  ]);
});

it('a refused call of a signed-in person is logged with its route pattern', async () => {
  expect((await server.call(agent, 'GET', '/audit?actor=')).status).toBe(403);
  expect((await server.call(agent, 'DELETE', `/users/${agent.row.id}`)).status).toBe(403);
  const refused = { ...mine('refused'), type: 'agent', code: 'FORBIDDEN' };
  expect(logged).toEqual([
    { ...refused, route: 'GET /audit' },
    { ...refused, route: 'DELETE /users/{id}' },
  ]);
});

it('changes of password and second factor, ended sessions and recovery codes are recorded', async () => {
  await server.call(agent, 'POST', '/auth/password', { currentPassword: PASSWORD, password: 'autre mot' });
  const { body } = await server.call(agent, 'POST', '/auth/second-factor', { currentPassword: 'autre mot' });
  const code = codeAt(body.secret, server.clock.now());
  const { recoveryCodes } = (await server.call(agent, 'PUT', '/auth/second-factor', { code })).body;
  expect((await signIn('autre mot', { code: '000000' })).body.code).toBe('WRONG_SECOND_CODE');
  expect((await signIn('autre mot', { code: recoveryCodes[0] })).status).toBe(200);
  await server.call(agent, 'DELETE', '/auth/sessions');
  await server.call(agent, 'POST', '/auth/logout');
  expect(await actionsOn()).toEqual([
    'change-password',
    'set-second-factor',
    'use-recovery-code',
    'sign-in',
    'end-sessions',
    'sign-out',
  ]);
  expect(logged).toContainEqual({ ...mine('wrong-second-code'), type: 'agent' });
});
