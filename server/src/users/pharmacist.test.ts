import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

it('a pharmacy has the name of its pharmacist, which only the super administrator sets', async () => {
  const admin = await server.signIn('superAdmin');
  const pharmacy = await server.signIn('pharmacy', { longitude: 2.39, latitude: 6.37 });
  const put = (body: object) => server.call(admin, 'PUT', `/users/${pharmacy.row.id}`, body);
  const named = async (body: object) => (await put(body)).body.user.pharmacist;
  expect(await named({ pharmacist: ' Sèna Dossa ' })).toBe('Sèna Dossa');
  expect(await named({ name: 'Pharmacie du Port' })).toBe('Sèna Dossa');
  const own = { name: 'Pharmacie du Port', phone: pharmacy.row.phone, pharmacist: 'Une autre' };
  const kept = await server.call(pharmacy, 'PUT', '/users/update/me', own);
  expect([kept.status, kept.body.user.pharmacist]).toEqual([200, 'Sèna Dossa']);
  expect(await named({ pharmacist: '' })).toBeNull();
  const long = await put({ pharmacist: 'x'.repeat(121) });
  expect(long.body.fields).toEqual({ pharmacist: 'Nom trop long (120 caractères maximum)' });
});

it('no other account has one', async () => {
  const admin = await server.signIn('superAdmin');
  const agent = await server.signIn('agent', { address: 'Akpakpa' });
  const { status, body } = await server.call(admin, 'PUT', `/users/${agent.row.id}`, {
    pharmacist: 'Sèna Dossa',
  });
  expect([status, body.user.pharmacist]).toEqual([200, undefined]);
});
