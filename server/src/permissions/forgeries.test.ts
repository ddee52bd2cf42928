import { casesOf } from '@amasin/domain/testing/cases-of.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signCall } from '../payments/providers/call.ts';
import { FEDAPAY_KEY, FEDAPAY_WEBHOOK_SECRET } from '../payments/providers/fedapay.fixture.ts';
import { fedapayProvider } from '../payments/providers/fedapay.ts';
import { KKIAPAY_KEYS } from '../payments/providers/kkiapay.fixture.ts';
import { kkiapayProvider } from '../payments/providers/kkiapay.ts';
import { portalSettings } from '../payments/providers/portal.fixture.ts';
import { portalProvider } from '../payments/providers/portal.ts';
import { SIGNATURE_HEADER } from '../payments/providers/sandbox.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import { readProviderSettings } from '../settings/payment-settings.ts';
import { TEST_SECRET } from '../testing/test-app.ts';
import { allScenarios } from './all-scenarios.ts';
import { ask } from './ask.ts';
import { openWorld, type World } from './world.ts';

// Every secret that a caller presents, with one change. The unchanged one is accepted, afterwards.

const EACH = casesOf(5, 50);
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.+/';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.server.close());

const digit = fc.constantFrom(...DIGITS);
const at = fc.nat(10_000);
/** A change of a secret text, which keeps most of it. */
const change: fc.Arbitrary<(text: string) => string> = fc.oneof(
  fc.tuple(at, digit).map(([place, to]) => (text: string) => {
    const index = place % text.length;
    return text.slice(0, index) + to + text.slice(index + 1);
  }),
  fc.tuple(at, digit).map(([place, to]) => (text: string) => {
    const index = place % (text.length + 1);
    return text.slice(0, index) + to + text.slice(index);
  }),
  at.map((place) => (text: string) => text.slice(0, place % text.length)),
  at.map((place) => (text: string) => text.slice(1 + (place % text.length))),
  fc.constantFrom(
    (text: string) => text + text,
    (text: string) => [...text].reverse().join(''),
    (text: string) => text.toUpperCase(),
    (text: string) => text.replace(/[a-z0-9]/i, '0'),
    () => 'null',
    () => '',
  ),
);

/** Presents changed secrets, each refused, then the secret itself. */
async function forge(
  prepare: () => Promise<string>,
  isAccepted: (secret: string) => Promise<boolean>,
): Promise<void> {
  let secret = await prepare();
  let tries = 0;
  await fc.assert(
    fc.asyncProperty(change, async (forged) => {
      // A secret that a person received takes only a few tries.
      if (++tries % 4 === 0) secret = await prepare();
      fc.pre(forged(secret) !== secret);
      expect(await isAccepted(forged(secret)), `${forged(secret)} for ${secret}`).toBe(false);
    }),
    { numRuns: EACH },
  );
  expect(await isAccepted(await prepare())).toBe(true);
}

const isSuccess = ({ status }: { status: number }) => status < 300;

it('a session token', async () => {
  const visitor = await world.server.signIn('customer');
  await forge(
    async () => visitor.token,
    async (token) => isSuccess(await ask(world, 'me', { ...visitor, token }, {})),
  );
});

it('the link to a file', async () => {
  const { row } = await world.server.signIn('customer');
  await forge(
    async () => {
      const { params } = await allScenarios.openFile.legal(world, row);
      return params?.token ?? '';
    },
    async (token) => isSuccess(await ask(world, 'openFile', null, { params: { token } })),
  );
});

/** The field of a public call's body that holds a secret. */
function inBody(name: 'requestOtp' | 'verifyOtp' | 'resetPassword', field: string) {
  let body: Record<string, unknown> = {};
  return [
    async () => {
      const { row } = await world.server.signIn('customer');
      body = { ...((await allScenarios[name].legal(world, row)).body as object) };
      return String(body[field]);
    },
    async (secret: string) => isSuccess(await ask(world, name, null, { body: { ...body, [field]: secret } })),
  ] as const;
}

it('the request that a code is for', () => forge(...inBody('verifyOtp', 'request')));
it('the token that a code was exchanged for', () => forge(...inBody('resetPassword', 'resetToken')));

it('the signature and the work of a captcha', async () => {
  const [prepare, isAccepted] = inBody('requestOtp', 'captcha');
  let sent = { challenge: { signature: '', parameters: {} } };
  await forge(
    async () => {
      sent = JSON.parse(Buffer.from(await prepare(), 'base64').toString());
      return sent.challenge.signature;
    },
    (signature) => {
      const { challenge, ...solution } = sent;
      const changed = JSON.stringify({ ...solution, challenge: { ...challenge, signature } });
      return isAccepted(Buffer.from(changed).toString('base64'));
    },
  );
});

const body = Buffer.from(JSON.stringify({ transactionId: 'TX-1', id: 'evt_1' }));

/** The header of a signed call with this signature. */
const signed = (secret: string) => {
  const [time = '', signature = ''] = signCall(body, secret, clock.now()).split(',s=');
  return { signature, headerOf: (other: string) => `${time},s=${other}` };
};

it('the signature of a callback of the sandbox', () =>
  forge(
    async () => signed(TEST_SECRET).signature,
    async (signature) => {
      const headers = { [SIGNATURE_HEADER]: signed(TEST_SECRET).headerOf(signature) };
      const input = { params: { provider: 'sandbox' }, headers, rawBody: body };
      // Accepted, its body says nothing that we know.
      return (await ask(world, 'receivePaymentEvent', null, input)).status !== 401;
    },
  ));

const url = 'http://127.0.0.1:9';
const clock = { now: () => world.server.clock.now() };
const given = { PUBLIC_URL: 'https://amasin.test', FEDAPAY_URL: url, FEDAPAY_SECRET_KEY: FEDAPAY_KEY };
const fedapay = { ...given, FEDAPAY_WEBHOOK_SECRET };
const portal = portalSettings({ url } as Parameters<typeof portalSettings>[0]);

const callbacks: readonly (readonly [string, () => PaymentProvider, string, string])[] = [
  [
    'FedaPay',
    () => fedapayProvider(readProviderSettings('fedapay', fedapay) as never, clock),
    'x-fedapay-signature',
    FEDAPAY_WEBHOOK_SECRET,
  ],
  ['the portal', () => portalProvider(portal, clock), 'x-portal-signature', portal.webhookSecret],
];

it.each(callbacks)('the signature of a callback of %s', (_, provider, header, secret) =>
  forge(
    async () => signed(secret).signature,
    async (signature) =>
      provider().readEvent(body, { [header]: signed(secret).headerOf(signature) }) !== null,
  ),
);

it('the secret of a callback of KKiaPay', () => {
  const settings = { provider: 'kkiapay', isTest: true, url, widgetUrl: url, ...KKIAPAY_KEYS } as const;
  return forge(
    async () => KKIAPAY_KEYS.webhookSecret,
    async (secret) => kkiapayProvider(settings).readEvent(body, { 'x-kkiapay-secret': secret }) !== null,
  );
});
