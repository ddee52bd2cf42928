import { NO_FILE } from '@amasin/domain/insurance/insurance-card.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { uploadFile } from '../files/upload.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { recoveryOf } from './recovery.fixture.ts';

let server: TestApp;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp({ settings: { phoneProof: true } });
});
afterAll(() => server.close());
beforeEach(async () => {
  customer = await server.signIn('customer');
});

const REQUIRED = { status: 403, body: { code: 'PHONE_PROOF_REQUIRED' } };
const chat = (visitor = customer) =>
  server.call(visitor, 'POST', '/chat/start', { patientName: 'Afi', initialMessage: 'Bonjour docteur' });
const card = (visitor = customer) =>
  server.call(visitor, 'POST', '/insurances', { label: 'NSIA', taux: 80, url: NO_FILE });
const upload = ({ row }: Visitor) =>
  uploadFile(
    { ...server.ctx, actor: { _id: row.id, type: row.type, name: row.name, phone: row.phone } },
    { file: Buffer.from('no picture'), type: 'prescription' },
  ).catch((error) => error.code);
const prove = (resetToken: string, visitor = customer) =>
  server.call(visitor, 'POST', '/auth/phone', { resetToken });
const phoneOf = ({ row }: Visitor) => row.phone ?? '';

it('a photograph, a card and a consultation wait for a code sent to the customer’s phone', async () => {
  expect(await chat()).toMatchObject(REQUIRED);
  expect(await card()).toMatchObject(REQUIRED);
  expect(await upload(customer)).toBe('PHONE_PROOF_REQUIRED');
  const token = await recoveryOf(server).tokenOf(phoneOf(customer));
  expect((await prove(token)).status).toBe(204);
  expect((await chat()).status).toBe(201);
  expect((await card()).body.code).not.toBe('PHONE_PROOF_REQUIRED');
  expect(await upload(customer)).toBe('FILE_TYPE');
});

it('the token is used once, and only for its own phone', async () => {
  const token = await recoveryOf(server).tokenOf(phoneOf(customer));
  const other = await server.signIn('customer');
  expect(await prove(token, other)).toMatchObject({ status: 403, body: { code: 'PHONE_NOT_VERIFIED' } });
  expect((await prove(token)).status).toBe(204);
  expect((await prove(token)).status).toBe(403);
  expect((await prove('')).status).toBe(403);
});

it('a password reset by code proves the phone; another phone has to be proven again', async () => {
  const recovery = recoveryOf(server);
  await recovery.reset(phoneOf(customer), await recovery.tokenOf(phoneOf(customer)), 'nouveau');
  const back = await server.session(customer.row);
  expect((await chat(back)).status).toBe(201);
  const change = { phone: '0196004455', currentPassword: 'nouveau' };
  expect((await server.call(back, 'PUT', '/users/update/me', change)).status).toBe(200);
  expect(await chat(back)).toMatchObject(REQUIRED);
});

it('professionals are not asked, and nobody is by default', async () => {
  expect(await upload(await server.signIn('partnerDoctor'))).not.toBe('PHONE_PROOF_REQUIRED');
  const usual = await startTestApp();
  const visitor = await usual.signIn('customer');
  const body = { patientName: 'Afi', initialMessage: 'Bonjour docteur' };
  expect((await usual.call(visitor, 'POST', '/chat/start', body)).status).toBe(201);
  await usual.close();
});
