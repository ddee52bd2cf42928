import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { smsMessages } from '../database/schema/sms.ts';
import type { SmsSender } from '../ports/sms-sender.ts';
import { recoveryOf } from '../session/recovery.fixture.ts';
import { readSmsSettings } from '../settings/sms-settings.ts';
import { readWhatsAppSettings, type WhatsAppSettings } from '../settings/whatsapp-settings.ts';
import { WHATSAPP } from '../testing/messages.ts';
import { placePaidOrder } from '../testing/pay.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { failureOf } from './deliver.ts';
import { formatNumber, httpSms } from './http-vendor.ts';
import { type FakeVendor, type ReceivedSms, shapesOf, startVendor } from './vendors.fixture.ts';
import { whatsApp, whatsAppFirst } from './whatsapp.ts';

const TO = '+2290197123456';

let vendor: FakeVendor;
beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

describe('by HTTP', () => {
  const TEXT = 'Amasin : votre code est 012345. Ne le donnez à personne. {key} & co';
  const MESSAGE = { to: TO, text: TEXT, kind: 'code', params: [] } as const;

  afterEach(() => {
    vendor.received.length = 0;
    vendor.answer = { status: 200, body: '{"status":true}' };
  });

  const sender = (given: Record<string, string>, limitMs = 1000) =>
    httpSms(readSmsSettings({ SMS_URL: vendor.url, SMS_KEY: 'key-of-tests', ...given }), { limitMs });

  /** KYA SMS: JSON, the key in a header. */
  const kya = {
    SMS_HEADERS: '{"APIKEY":"{key}"}',
    SMS_FIELDS: '{"from":"{from}","to":"{to}","type":"text","message":"{text}"}',
  };
  /** FasterMessage: a form, the key in another header. */
  const faster = {
    SMS_FORMAT: 'form',
    SMS_HEADERS: '{"X-API-KEY":"{key}"}',
    SMS_FIELDS: '{"from":"{from}","to":"{to}","text":"{text}"}',
  };

  describe('a message is sent in the shape of the vendor', () => {
    it('as JSON, with the key in a header', async () => {
      await sender(kya).send(MESSAGE);
      expect(vendor.received).toMatchObject([
        {
          method: 'POST',
          headers: { apikey: 'key-of-tests', 'content-type': 'application/json' },
          fields: { from: 'AMASIN', to: '2290197123456', type: 'text', message: TEXT },
        },
      ]);
    });

    it('as a form', async () => {
      await sender({ ...faster, SMS_DIGITS: '11', SMS_FROM: 'Pharma 24' }).send(MESSAGE);
      expect(vendor.received).toMatchObject([
        {
          method: 'POST',
          headers: { 'x-api-key': 'key-of-tests', 'content-type': expect.stringContaining('form') },
          fields: { from: 'Pharma 24', to: '22997123456', text: TEXT },
        },
      ]);
    });

    it('as an address with parameters', async () => {
      const fields = '{"apikey":"{key}","dest":"{to}","msg":"{text}"}';
      await sender({ SMS_FORMAT: 'query', SMS_FIELDS: fields, SMS_PLUS: '1' }).send(MESSAGE);
      expect(vendor.received).toMatchObject([
        { method: 'GET', fields: { apikey: 'key-of-tests', dest: TO, msg: TEXT } },
      ]);
    });

    it.each([
      [13, false, '2290197123456'],
      [13, true, '+2290197123456'],
      [11, false, '22997123456'],
      [11, true, '+22997123456'],
    ] as const)('with %i digits, plus %s: %s', (digits, hasPlus, expected) => {
      expect(formatNumber(TO, { digits, hasPlus })).toBe(expected);
    });
  });

  describe('a failure is an error without the number, the text or the key', () => {
    it.each([
      ['a refused key', { status: 401, body: 'key-of-tests' }, 'the SMS provider answered 401'],
      ['an outage', { status: 500, body: '' }, 'the SMS provider answered 500'],
      ['a failure answered with 200', { status: 200, body: '{"status":false}' }, 'did not confirm'],
      ['a redirect', { status: 302, body: '' }, /fetch failed|answered 302/],
    ])('%s', async (_, answer, expected) => {
      vendor.answer = answer;
      const error = await sender({ ...kya, SMS_SUCCESS: '"status":true' })
        .send(MESSAGE)
        .then(
          () => null,
          (thrown: Error) => thrown,
        );
      expect(error?.message).toMatch(expected);
      expect(String(error)).not.toMatch(/key-of-tests|97123456|012345/);
    });

    it('no answer within the time limit', async () => {
      vendor.answer = 'silent';
      await expect(sender(kya, 100).send(MESSAGE)).rejects.toThrow(/timeout/);
    });
  });

  it('brings the code with which a forgotten password is reset', async () => {
    const server = await startTestApp({ sms: sender(kya) });
    const ask = recoveryOf(server);
    const { phone } = await ask.customer();
    await ask.request(phone);
    vendor.answer = { status: 500, body: '' };
    await expect(server.messages()).rejects.toThrow('the SMS provider answered 500');
    vendor.answer = { status: 200, body: '{"status":true}' };
    await server.pool.query(`update pgboss.job set state = 'created' where name = 'send-sms'`);
    await server.messages();
    const fields: ReceivedSms['fields'] = vendor.received.at(-1)?.fields ?? {};
    expect(fields.to).toBe(phone.slice(1));
    const code = /\d{6}/.exec(String(fields.message))?.[0] ?? '';
    const { body } = await ask.verify(phone, code);
    expect(await ask.reset(phone, body.resetToken, 'nouveau')).toMatchObject({ status: 200 });
    expect(await ask.login(phone, 'nouveau')).toBe(200);
    await server.close();
  });

  describe.each(shapesOf(TO, TEXT))(
    '$name, by settings alone',
    ({ settings, received, accepted, refused, vendorId }) => {
      const send = (limitMs?: number) => sender(settings, limitMs).send(MESSAGE);
      const failed = (limitMs?: number) =>
        send(limitMs).then(
          () => null,
          (error: unknown) => failureOf(error),
        );
      const answers = ({ status, body }: { status: number; body: object }) => {
        vendor.answer = { status, body: JSON.stringify(body) };
      };

      it('is asked in its shape, and its id of the message is kept', async () => {
        answers(accepted);
        expect(await send()).toEqual({ channel: 'sms', vendorId });
        expect(vendor.received).toMatchObject([received]);
      });

      it('refuses in an answer of success', async () => {
        answers(refused);
        expect(await failed()).toMatchObject({ reason: 'refused', detail: refused.detail });
      });

      it.each([
        [400, 'refused'],
        [401, 'key'],
        [429, 'limit'],
        [500, 'outage'],
      ])('an answer %i is a failure: %s', async (status, reason) => {
        answers({ status, body: {} });
        expect(await failed()).toMatchObject({ reason, detail: null });
      });

      it('a silence and an answer that is not JSON are failures', async () => {
        vendor.answer = { status: 200, body: '<html>' };
        expect(await failed()).toMatchObject({ reason: 'refused' });
        vendor.answer = 'silent';
        expect(await failed(100)).toMatchObject({ reason: 'timeout' });
      });
    },
  );

  it('says where to report, when it can', async () => {
    const SMS_REPORT_SECRET = 'a-secret-of-our-reports-of-32-bytes-or-more';
    const fields = '{"to":"{to}","text":"{text}","callbackUrl":"{report}"}';
    const settings = readSmsSettings({ SMS_URL: vendor.url, SMS_FIELDS: fields, SMS_REPORT_SECRET });
    await httpSms(settings, { publicUrl: 'https://amasin.bj' }).send(MESSAGE);
    await httpSms(settings).send(MESSAGE);
    expect(vendor.received.map((one) => one.fields.callbackUrl)).toEqual([
      `https://amasin.bj/api/sms/report/${SMS_REPORT_SECRET}`,
      '',
    ]);
  });

  describe('the settings', () => {
    const valid = { SMS_URL: 'https://sms.test/send', SMS_FIELDS: '{"to":"{to}","text":"{text}"}' };
    it.each([
      [{ SMS_URL: '' }, 'Réglage SMS_URL'],
      [{ SMS_URL: 'http://sms.test/send' }, 'Réglage SMS_URL invalide : attendu une adresse https://….'],
      [{ SMS_FIELDS: '{to}' }, 'Réglage SMS_FIELDS invalide : attendu un objet JSON'],
      [{ SMS_FIELDS: '{"to":["{to}","{text}"]}', SMS_FORMAT: 'form' }, 'Réglage SMS_FIELDS invalide'],
      [{ SMS_SUCCESS_FIELD: 'status' }, 'Réglage SMS_SUCCESS manquant : indiquez les valeurs'],
      [{ SMS_ID_FIELD: 'a b' }, 'Réglage SMS_ID_FIELD invalide : attendu un chemin'],
      [{ SMS_REPORT_SECRET: 'court' }, 'Réglage SMS_REPORT_SECRET invalide : attendu un secret'],
      [{ SMS_FIELDS: '{"to":"{to}"}' }, 'avec {to} et {text}'],
      [{ SMS_HEADERS: '[1]' }, 'Réglage SMS_HEADERS invalide'],
      [{ SMS_HEADERS: '{"APIKEY":"{key}"}' }, 'Réglage SMS_KEY'],
      [{ SMS_FORMAT: 'xml' }, 'Réglage SMS_FORMAT invalide : attendu json, form ou query.'],
      [{ SMS_DIGITS: '10' }, 'Réglage SMS_DIGITS invalide : attendu 11 ou 13.'],
      [{ SMS_FROM: 'Un nom bien trop long' }, 'Réglage SMS_FROM invalide'],
    ])('%o are refused', (change, message) => {
      expect(() => readSmsSettings({ ...valid, ...change })).toThrow(message);
    });

    it('a missing one is named', () => {
      expect(() => readSmsSettings({})).toThrow('Réglage SMS_URL manquant : indiquez une adresse https://….');
    });
  });
});

describe('by WhatsApp', () => {
  const log = { info() {}, warn() {}, error() {} };
  const paid = { to: TO, kind: 'paid', text: 'Amasin : CMD-1 payée', params: ['CMD-1', '4 825'] } as const;
  const accepted = { status: 200, body: '{"messages":[{"id":"wamid.1"}]}' };

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

  afterEach(() => {
    vendor.received.length = 0;
    vendor.answer = accepted;
    sentBySms = [];
  });

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
});
