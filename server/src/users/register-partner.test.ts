import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let server: TestApp;
let made = 0;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const doctor = () => {
  made += 1;
  const phone = `+2290194000${String(made).padStart(3, '0')}`;
  const email = `partenaire${made}@exemple.bj`;
  const person = { name: 'Aïcha Kora', phone, email, password: 'demo', address: 'Cadjèhoun' };
  return { ...person, type: 'partnerDoctor', titrePartenaire: 'docteur' };
};
const rights = { active: true, isPartner: true, onDuty: true, verified: true, _id: 'x', role: 'superAdmin' };
const register = (body: object) => server.call(null, 'POST', '/users/register-partner', body);

it('creates a health professional, active and not verified, who can sign in', async () => {
  const body = doctor();
  const { password: _, ...shown } = body;
  const response = await register({ ...body, ...rights });
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    user: {
      ...shown,
      _id: expect.any(String),
      active: true,
      onDuty: false,
      verified: false,
      location: null,
    },
  });
  const login = await server.call(null, 'POST', '/auth/admin-login', {
    email: body.email,
    password: 'demo',
  });
  expect(login.body.user).toEqual(response.body.user);
});

it('creates a pharmacy, inactive and not a partner, with or without a location', async () => {
  const { titrePartenaire: _, ...person } = doctor();
  const location = { coordinates: [2.39, 6.37] };
  const { status, body } = await register({ ...person, ...rights, type: 'pharmacy', location });
  expect(status).toBe(201);
  expect(body.user).toMatchObject({
    active: false,
    isPartner: false,
    onDuty: false,
    verified: false,
    location,
  });
  const without = await register({ ...doctor(), type: 'pharmacy' });
  expect(without.body.user).toMatchObject({ active: false, location: null });
});

it('returns 422 for another type or a missing field', async () => {
  for (const type of ['superAdmin', 'superadmin', 'customer', 'supervisor', 'robot', null]) {
    expect(await register({ ...doctor(), type }), `${type}`).toMatchObject({
      status: 422,
      body: { fields: { type: type === null ? 'Type requis' : 'Type inconnu' } },
    });
  }
  expect((await register({ type: 'partnerDoctor' })).body.fields).toEqual({
    name: 'Nom requis',
    email: 'Email requis',
    phone: 'Téléphone requis',
    password: 'Mot de passe requis',
    address: 'Adresse requis',
    titrePartenaire: 'Titre requis',
  });
});

it('creates one account for one phone registered ten times at once; an e-mail is unique', async () => {
  const body = doctor();
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, n) => register({ ...body, email: `fois${n}@exemple.bj` })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  const first = responses.find(({ status }) => status === 201)?.body.user;
  expect(await register({ ...doctor(), email: first.email.toUpperCase() })).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN' },
  });
});

it('limits registrations by network address', async () => {
  const few = await startTestApp({ settings: { ...server.ctx.settings, addressLimit: 1 } });
  const ask = () => few.call(null, 'POST', '/users/register-partner', doctor());
  const responses = [await ask(), await ask(), await ask()];
  expect(responses.map(({ status }) => status)).toContain(429);
  await few.close();
});
