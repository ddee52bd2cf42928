import { createServer } from 'node:http';
import { userTypes } from '@amasin/domain/contract/user-type.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { audit } from '../database/schema/audit.ts';
import { houseSettings } from '../database/schema/house.ts';
import { startLive } from '../live/start-live.ts';
import { WAIT } from '../testing/live.ts';
import { house, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { loadHouse, presentHouse } from './settings.ts';

let server: TestApp;
let admin: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.delete(houseSettings);
  await loadHouse(server.ctx);
});

const read = async () => (await server.call(admin, 'GET', '/settings')).body;
const put = (body: object, by = admin) => server.call(by, 'PUT', '/settings', body);
const lines = async () =>
  (await server.call(admin, 'GET', '/audit?kind=settings')).body.lines.map(
    ({ text }: { text: string }) => text,
  );

describe('the settings of the house (rule 47)', () => {
  it('who is responsible is said to whoever asks, and none of the rest', async () => {
    const { status, body } = await server.call(null, 'GET', '/house');
    const registrations = { customer: true, pharmacy: true, partnerDoctor: true };
    expect([status, body]).toEqual([200, { house: server.ctx.settings.identity, registrations }]);
  });

  it('the screen wins over the environment until it is cleared; the journal has both values', async () => {
    expect(await read()).toEqual({ version: 0, saved: {}, environment: house });
    const change = { contactPhone: '96 11 22 33', promiseMinutes: 90, insuranceStrict: true };
    const saved = { contactPhone: '+2290196112233', promiseMinutes: 90, insuranceStrict: true };
    const { status, body } = await put({ version: 0, ...change });
    expect([status, body]).toEqual([200, { version: 1, saved, environment: house }]);
    expect(server.ctx.settings).toMatchObject({ ...house, ...saved });
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'a changé le téléphone de la maison des réglages : +2290196009900 → +2290196112233',
        'a changé le délai promis des réglages : 120 → 90',
        'a changé l’attente des cartes à vérifier des réglages : non → oui',
      ]),
    );

    expect((await put({ version: 1, promiseMinutes: null, insuranceStrict: true })).body.version).toBe(2);
    expect(server.ctx.settings).toMatchObject({ ...house, ...saved, promiseMinutes: 120 });
    expect(await read()).toMatchObject({ saved: { contactPhone: '+2290196112233', insuranceStrict: true } });
  });

  it('the same values again change nothing', async () => {
    await put({ version: 0, promiseMinutes: 60 });
    const before = await server.db.select().from(audit).where(eq(audit.subjectKind, 'settings'));
    expect((await put({ version: 1, promiseMinutes: 60 })).body.version).toBe(1);
    expect(await server.db.select().from(audit).where(eq(audit.subjectKind, 'settings'))).toEqual(before);
  });

  it('of two who saw the same version one saves', async () => {
    const both = await Promise.all([70, 80].map((promiseMinutes) => put({ version: 0, promiseMinutes })));
    expect(both.map(({ body }) => body.code ?? 'saved').sort()).toEqual(['SETTINGS_CHANGED', 'saved']);
    expect((await put({ version: 0, promiseMinutes: 75 })).status).toBe(409);
  });

  it.each([
    ['contactPhone', '12', 'Format de téléphone invalide'],
    ['contactPhone', '+22901960099001', 'Indiquez le numéro du Bénin que les clients appellent'],
    ['contactEmail', 'aide', "Format d'email invalide"],
    ['contactPlace', 'x'.repeat(81), '80 caractères maximum'],
    ['promiseMinutes', 0, 'Au moins 1'],
    ['promiseMinutes', 1.5, 'Indiquez un nombre entier'],
    ['maintenance', '1', 'Choisissez oui ou non'],
    ['uncheckedInsuranceLimit', -1, 'Au moins 0'],
  ])('%s: %s is refused', async (name, value, message) => {
    const { status, body } = await put({ version: 0, [name]: value });
    expect([status, body.fields]).toEqual([422, { [name]: message }]);
    expect((await read()).version).toBe(0);
  });

  it('another process of the house has a change at once', async () => {
    const other = { ...server.ctx, settings: { ...server.ctx.settings } };
    const http = createServer();
    const live = await startLive(other, { http, pool: server.pool });
    await put({ version: 0, contactPlace: 'Parakou', uncheckedInsuranceLimit: 0 });
    await vi.waitFor(() => expect(other.settings).toMatchObject({ contactPlace: 'Parakou' }), WAIT);
    expect(other.settings.uncheckedInsuranceLimit).toBe(0);
    await live.close();
    http.close();
  });
});

describe('registrations', () => {
  const person = { name: 'Reine Houéto', password: 'bonjour', address: 'Cadjèhoun' };
  const location = { coordinates: [2.39, 6.37] };
  it.each([
    ['customer', 'registerCustomers', '/auth/register', { phone: '0196770001' }],
    [
      'pharmacy',
      'registerPharmacies',
      '/users/register-partner',
      { phone: '0196770002', email: 'pharmacie@exemple.bj', type: 'pharmacy', location },
    ],
    [
      'partnerDoctor',
      'registerPrescribers',
      '/users/register-partner',
      { phone: '0196770003', email: 'docteur@exemple.bj', type: 'partnerDoctor', titrePartenaire: 'docteur' },
    ],
  ])('of a %s is open, closed and opened on the screen, alone', async (type, setting, path, body) => {
    expect((await put({ version: 0, [setting]: false })).status).toBe(200);
    const register = () => server.call(null, 'POST', path, { ...person, ...body });
    const closed = await register();
    expect([closed.status, closed.body.code]).toEqual([403, 'REGISTRATION_CLOSED']);
    const { registrations } = (await server.call(null, 'GET', '/house')).body;
    expect(Object.keys(registrations).filter((one) => !registrations[one])).toEqual([type]);
    await put({ version: 1, [setting]: null });
    expect((await register()).status).toBe(201);
  });
});

describe('maintenance on the screen', () => {
  it('only super administrators are served, who sign in and end it', async () => {
    const others = userTypes.filter((type) => type !== 'superAdmin');
    const visitors = await Promise.all(others.map((type) => server.signIn(type)));
    expect((await put({ version: 0, maintenance: true })).status).toBe(200);
    for (const visitor of visitors) {
      const { body, headers } = await server.call(visitor, 'GET', '/zones');
      expect([body.code, headers['retry-after']]).toEqual(['MAINTENANCE', '300']);
    }
    const credentials = { identifier: 'personne@exemple.bj', password: 'rien du tout' };
    expect((await server.call(null, 'POST', '/auth/login', credentials)).status).toBe(503);
    expect((await server.call(null, 'POST', '/auth/admin-login', credentials)).status).toBe(401);
    expect((await server.call(admin, 'GET', '/zones')).status).toBe(200);
    expect((await put({ version: 1, maintenance: null })).status).toBe(200);
    expect((await server.call(visitors[0] ?? null, 'GET', '/zones')).status).toBe(200);
  });

  it('one of the environment stays, whatever the screen says', () => {
    const environment = { ...house, maintenance: true };
    expect(presentHouse(environment, { maintenance: false }).maintenance).toBe(true);
  });
});
