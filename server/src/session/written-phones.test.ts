import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { smallPdf, upload } from '../testing/upload.ts';

// A telephone as other programs copy it is read as people see it (rules 45 and 46).

let server: TestApp;
let doctor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  doctor = await server.signIn('partnerDoctor', { verified: true });
});
afterAll(() => server.close());

const password = 'bonjour';

it.each([
  ['+2290197000010', '\u202a+229 01 97 00 00 10\u202c'],
  ['+2290197000011', '\u202d97000011\u202c'],
  ['+2290197000012', '\u200e01 97 00 00 12'],
  ['+2290197000013', '\u206801 97 00 00 13\u2069'],
  ['+2290197000014', '97\u200b00\u00ad00\ufe0d14'],
  ['+2290197000015', '97\u201100\u201300\u201015'],
  ['+2290197000016', '01/97/00/00/16'],
  ['+2290197000017', 'tel:+2290197000017'],
])('%s is registered, signs in and is a patient as %j', async (phone, written) => {
  const registered = await server.call(null, 'POST', '/auth/register', {
    name: 'Afi',
    phone: written,
    password,
  });
  expect([registered.status, registered.body.user.phone]).toEqual([201, phone]);
  for (const identifier of [written, phone]) {
    expect((await server.call(null, 'POST', '/auth/login', { identifier, password })).status).toBe(200);
  }
  const { id } = await buildMedication(server.db);
  const body = {
    type: 'numerical',
    patientName: 'Afi',
    patientPhone: written,
    url: (await upload(server, doctor, smallPdf)).body.url,
    items: [{ medicationId: id, quantity: 1 }],
  };
  const { status, body: created } = await server.call(doctor, 'POST', '/prescriptions', body);
  expect([status, created.prescription?.patientPhone]).toEqual([201, phone]);
});

it.each(['\u200b', '\u2060\u2060', '\u2800', '\u3164', '\u115f', '\ufe0f', '\u00ad'])(
  'a name and a message of %j alone are refused (rule 46)',
  async (blank) => {
    const registered = await server.call(null, 'POST', '/auth/register', {
      name: blank,
      phone: '97000020',
      password,
    });
    expect([registered.status, registered.body.fields]).toEqual([422, { name: 'Nom requis' }]);
    const customer = await server.signIn('customer');
    const asked = { patientName: customer.row.name, initialMessage: blank };
    expect((await server.call(customer, 'POST', '/chat/start', asked)).status).toBe(422);
    const { body } = await server.call(customer, 'POST', '/chat/start', {
      ...asked,
      initialMessage: 'Bonjour',
    });
    const said = await server.call(customer, 'POST', `/chat/${body.chatId}/message`, { content: blank });
    expect([said.status, said.body.message]).toEqual([422, 'Message vide ou trop long']);
  },
);
