import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import { orderNumber } from '@amasin/domain/orders/order.ts';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TEST_SECRET } from '../testing/test-app.ts';
import { deliverSms } from './deliver.ts';
import { embeddedSms, serveSmsPage } from './embedded.ts';
import { gsmCharacters, toGsm } from './http-vendor.ts';
import { seal } from './send.ts';
import {
  answerWords,
  codeWords,
  deliveredWords,
  foundWords,
  inquiryWords,
  onTheWayWords,
  paidWords,
  phoneChangedWords,
  testWords,
} from './texts.ts';

describe('delivering', () => {
  // Only the timeout clock is fake.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives up after ten seconds without a response from the provider', async () => {
    const called = Promise.withResolvers<void>();
    const sms = {
      send: () => {
        called.resolve();
        return new Promise<never>(() => {});
      },
    };
    const onError = vi.fn();
    const message = { to: '+2290197000001', sealed: seal('bonjour', TEST_SECRET), toAccountsOnly: false };
    const jobs = { add: async () => {}, addLater: async () => {} };
    const ctx = {
      jobs,
      db: null as never,
      clock: { now: () => new Date(0) },
      sms,
      linkSecrets: [TEST_SECRET] as const,
    };
    const delivery = deliverSms(ctx, message, false).catch(onError);
    await called.promise;
    await vi.advanceTimersByTimeAsync(9_999);
    expect(onError).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await delivery;
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('no response within 10000 ms'));
  });
});

it('shows the latest hundred demo messages as HTML and JSON', async () => {
  const logged: object[] = [];
  const log = { info() {}, warn: (details: object) => void logged.push(details), error() {} };
  const sender = embeddedSms({ clock: { now: () => new Date('2026-11-20T10:00:00Z') }, log });
  const app = Fastify();
  serveSmsPage(app, sender);
  const page = () => app.inject({ url: '/api/dev/sms', headers: { accept: 'text/html,*/*' } });
  expect((await page()).body).toContain('Aucun message pour le moment');
  for (let n = 1; n <= 101; n += 1) {
    const message = { to: '+2290197000001', text: `<b>${n}</b>`, kind: 'code', params: [] } as const;
    await sender.send(message);
  }
  expect(logged).toHaveLength(101);
  const { messages, total } = (await app.inject('/api/dev/sms')).json();
  expect([total, messages[0], messages.at(-1).text]).toEqual([
    100,
    { to: '+2290197000001', text: '<b>101</b>', at: '2026-11-20T10:00:00.000Z' },
    '<b>2</b>',
  ]);
  const { body, headers } = await page();
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('&lt;b&gt;101&lt;/b&gt;');
  await app.close();
});

describe('texts', () => {
  const MAX_LENGTH = 160;
  // The longest of each: a million orders is far above the first years.
  const NUMBER = orderNumber(9_999_999);
  const phone = '+2290197000001';

  const fits = (text: string) =>
    text.length <= MAX_LENGTH && [...text].every((character) => gsmCharacters.has(character));

  it.each([
    codeWords('012345'),
    phoneChangedWords(phone),
    answerWords,
    testWords,
    paidWords(NUMBER, MAX_FCFA),
    onTheWayWords(NUMBER, { name: 'Nonvignonsèdjrofiminan Ahouandjinou', phone }, '0412'),
    onTheWayWords(NUMBER, null, null),
    inquiryWords(NUMBER),
    foundWords(NUMBER),
    deliveredWords(NUMBER, phone),
  ])('fits one message: $kind, $text', ({ text }) => {
    expect([...text].filter((character) => !gsmCharacters.has(character))).toEqual([]);
    expect(text.length).toBeLessThanOrEqual(MAX_LENGTH);
  });

  it.each(['ê', 'ô', 'œ', '’', 'ç', '€', '\u00a0', 'x'.repeat(161)])('%s does not fit', (text) => {
    expect(fits(text)).toBe(false);
  });

  it.each([
    ['Aïcha Kora', 'Aicha'],
    ['Bénédicte', 'Bénédicte'],
    ['Sɛna’i', "Sena'i"],
    ['  Gérôme  ', 'Gérome'],
    ['李 明', 'notre livreur'],
  ])('a courier named %s is %s', (name, expected) => {
    expect(onTheWayWords('CMD-000001', { name, phone }, '0412').text).toBe(
      `Amasin : votre commande CMD-000001 est en route avec ${expected}. Pour lui parler : 0197000001. Code à lui donner : 0412.`,
    );
  });

  it('keeps the spaces between words', () => {
    expect(toGsm('de\u202fnuit\u00a0!')).toBe('de nuit !');
  });
});
