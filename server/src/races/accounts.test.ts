import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { type Caller, callOverHttp, inRounds, RACE_MS } from '../testing/http.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let call: Caller;
let admins: Visitor[];

beforeAll(async () => {
  server = await startTestApp();
  call = await callOverHttp(server);
  admins = [await server.signIn('superAdmin'), await server.signIn('superAdmin')];
});
afterAll(() => server.close());

it(
  'of two changes to an account from the same version, one is made and the other is told',
  async () => {
    const { id } = await buildUser(server.db, { type: 'customer' });
    await inRounds(1, async (round) => {
      const { version } = (await call(admins[0]!, 'GET', `/users/${id}`)).body.user;
      const names = admins.map((_, index) => `Nom ${round} ${index}`);
      const responses = await Promise.all(
        admins.map((admin, index) => call(admin, 'PUT', `/users/${id}`, { name: names[index], version })),
      );
      expect(responses.map(({ status, body }) => body.code ?? status).sort()).toEqual([
        200,
        'ACCOUNT_CHANGED',
      ]);
      const { name } = (await call(admins[0]!, 'GET', `/users/${id}`)).body.user;
      expect(name).toBe(names[responses.findIndex(({ status }) => status === 200)]);
    });
  },
  RACE_MS,
);
