import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { smsMessages } from '../database/schema/sms.ts';
import type { SmsSender } from '../ports/sms-sender.ts';
import { readWhatsAppSettings, type WhatsAppSettings } from '../settings/whatsapp-settings.ts';
import { WHATSAPP } from '../testing/messages.ts';
import { placePaidOrder } from '../testing/pay.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type FakeVendor, startVendor } from './vendor.fixture.ts';
import { whatsApp, whatsAppFirst } from './whatsapp.ts';

const log = { info() {}, warn() {}, error() {} };
const TO = '+2290197123456';
const paid = { to: TO, kind: 'paid', text: 'Amasin : CMD-1 payée', params: ['CMD-1', '4 825'] } as const;
const accepted = { status: 200, body: '{"messages":[{"id":"wamid.1"}]}' };

let vendor: FakeVendor;
let sentBySms: string[] = [];
const sms: SmsSender = {
  send: async ({ text }) => {
    sentBySms.push(text);
    return { channel: 'sms', vendorId: null };
  },
};
const settingsOf = (change = {}) =>
  readWhatsAppSettings({ ...WHATSAPP, WHATSAPP_URL: vendor.url, ...change }) as WhatsAppSettings;
const sender = (change = {}, limitMs = 1000) =>
  whatsAppFirst(whatsApp(settingsOf(change), limitMs), sms, log);

beforeAll(async () => {
  vendor = await startVendor();
});
afterEach(() => {
  vendor.received.length = 0;
  vendor.answer = accepted;
  sentBySms = [];
});
afterAll(() => vendor.close());

const refusal = (status: number, code: number, message: string) => ({
  status,
  body: JSON.stringify({ error: { message, type: 'OAuthException', code } }),
});

describe('a message', () => {
  it('with a template is sent by WhatsApp in French, with what varies', async () => {
    vendor.answer = accepted;
    expect(await sender().send(paid)).toEqual({ channel: 'whatsapp', vendorId: 'wamid.1' });
    expect(vendor.received).toMatchObject([
      {
        method: 'POST',
        headers: { authorization: 'Bearer token-of-tests' },
        fields: {
          messaging_product: 'whatsapp',
          to: '2290197123456',
          type: 'template',
          template: {
            name: 'commande_payee',
            language: { code: 'fr' },
            components: [
              {
                type: 'body',
                parameters: [
                  { type: 'text', text: 'CMD-1' },
                  { type: 'text', text: '4 825' },
                ],
              },
            ],
          },
        },
      },
    ]);
    expect(sentBySms).toEqual([]);
    await sender({ WHATSAPP_DIGITS: '11' }).send(paid);
    expect(vendor.received[1]?.fields.to).toBe('22997123456');
  });

  it.each([
    ['a number without WhatsApp', refusal(400, 131026, 'Message undeliverable')],
    ['an unknown template', refusal(404, 132001, 'Template name does not exist in the translation')],
    ['a refused token', refusal(401, 190, 'Error validating access token')],
    ['too many messages', refusal(429, 130429, 'Rate limit hit')],
    ['an outage', { status: 500, body: '' }],
    ['an answer without a number', { status: 200, body: '{}' }],
    ['a silence', 'silent' as const],
  ])('is sent by SMS after %s', async (_, answer) => {
    vendor.answer = answer;
    expect(await sender({}, 200).send(paid)).toEqual({ channel: 'sms', vendorId: null });
    expect(sentBySms).toEqual([paid.text]);
  });

  it('a code goes by SMS, unless it has a template, with its button', async () => {
    vendor.answer = accepted;
    const code = { to: TO, kind: 'code', text: 'votre code est 012345', params: ['012345'] } as const;
    await sender().send(code);
    expect([sentBySms, vendor.received]).toEqual([[code.text], []]);
    await sender({ WHATSAPP_TEMPLATES: '{"code":"code_amasin"}' }).send(code);
    const parameters = [{ type: 'text', text: '012345' }];
    expect(vendor.received[0]?.fields).toMatchObject({
      template: {
        components: [
          { type: 'body', parameters },
          { type: 'button', sub_type: 'url', index: '0', parameters },
        ],
      },
    });
  });

  it('names neither the number, the text nor the token in its errors', async () => {
    vendor.answer = refusal(400, 131026, 'to 2290197123456 for CMD-1 with token-of-tests');
    const error = await whatsApp(settingsOf())
      .send(paid)
      .catch((thrown: unknown) => thrown);
    expect(`${error} ${JSON.stringify(error)}`).not.toMatch(/97123456|CMD-1|token-of-tests/);
  });
});

describe('a customer whose data is off', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp({ settings: { smsMoments: ['paid'] } });
  });
  afterAll(() => server.close());

  const pay = async () => {
    const customer = await server.signIn('customer');
    const order = await placePaidOrder(server, customer);
    const byWhatsApp = { ...server.ctx.sms, ...sender() };
    Object.assign(server.ctx, { sms: byWhatsApp });
    vendor.answer = { status: 200, body: `{"messages":[{"id":"wamid.${order.number}"}]}` };
    await server.messages();
    return { order, id: `wamid.${order.number}` };
  };
  const rowOf = async (vendorId: string) =>
    (await server.db.select().from(smsMessages).where(eq(smsMessages.vendorId, vendorId)))[0];
  const later = async () => {
    await server.pool.query(`update pgboss.job set start_after = now() where name = 'send-sms'`);
    await server.messages();
  };
  const say = (status: object, secret = WHATSAPP.WHATSAPP_APP_SECRET) => {
    const payload = JSON.stringify({ entry: [{ changes: [{ value: { statuses: [status] } }] }] });
    const hmac = createHmac('sha256', secret).update(payload).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${hmac}` };
    return server.app.inject({ method: 'POST', url: '/api/whatsapp/report', headers, payload });
  };

  it('gets the SMS a minute later, once', async () => {
    const { order, id } = await pay();
    expect(sentBySms).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ state: 'sent', channel: 'whatsapp' });
    await later();
    await later();
    expect(sentBySms).toEqual([expect.stringContaining(order.number)]);
    expect(await rowOf(id)).toBeUndefined();
  });

  it('gets none once WhatsApp says that the telephone has it', async () => {
    const { id } = await pay();
    expect((await say({ id, status: 'sent' })).statusCode).toBe(200);
    expect((await say({ id, status: 'delivered' })).statusCode).toBe(200);
    expect((await say({ id, status: 'failed' })).statusCode).toBe(200);
    await later();
    expect(sentBySms).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ state: 'delivered', channel: 'whatsapp' });
  });

  it('gets it when WhatsApp could not deliver; a forged report changes nothing', async () => {
    const { id } = await pay();
    expect((await say({ id, status: 'delivered' }, 'another secret')).statusCode).toBe(401);
    const errors = [{ code: 131026, title: 'Message undeliverable' }];
    expect((await say({ id, status: 'failed', errors })).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ state: 'sent', detail: 'Message undeliverable' });
    await later();
    expect(sentBySms).toHaveLength(1);
  });

  it('WhatsApp verifies the address with our token only', async () => {
    const verify = (token: string) =>
      server.app.inject({
        url: '/api/whatsapp/report',
        query: { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1158201444' },
      });
    expect((await verify(WHATSAPP.WHATSAPP_VERIFY_TOKEN)).body).toBe('1158201444');
    expect((await verify('another')).statusCode).toBe(404);
  });
});

describe('the settings', () => {
  it.each([
    ['WHATSAPP_PHONE_ID', '+229', 'l’identifiant du numéro'],
    ['WHATSAPP_TEMPLATES', '{"sale":"promo"}', 'un objet JSON'],
    ['WHATSAPP_TEMPLATES', 'commande_payee', 'un objet JSON'],
    ['WHATSAPP_VERIFY_TOKEN', 'court', 'un secret'],
    ['WHATSAPP_LANGUAGE', 'français', 'une langue'],
    ['WHATSAPP_DIGITS', '10', '11 ou 13'],
  ])('%s=%s is refused', (name, value, expected) => {
    expect(() => readWhatsAppSettings({ ...WHATSAPP, [name]: value })).toThrow(
      `Réglage ${name} invalide : attendu ${expected}`,
    );
  });

  it('are all needed with a token, and none without', () => {
    const { WHATSAPP_APP_SECRET: _, ...rest } = WHATSAPP;
    expect(() => readWhatsAppSettings(rest)).toThrow('Réglage WHATSAPP_APP_SECRET manquant');
    expect(readWhatsAppSettings({})).toBeNull();
  });
});
