import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPendingPayment } from '../builders/payment.ts';
import { refusedCards } from '../database/schema/insurance.ts';
import { payments } from '../database/schema/payments.ts';
import { recoveryCodes } from '../database/schema/sessions.ts';
import { signLink } from '../files/links.ts';
import { personsOf } from '../people/person.ts';
import { codeHash } from '../session/captcha.ts';
import { codeAt } from '../session/code-at.fixture.ts';
import { recoveryOf } from '../session/recovery.fixture.ts';
import { solveCaptcha } from '../session/solve-captcha.fixture.ts';
import { tokenHash } from '../session/tokens.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { smallPdf, upload } from '../testing/upload.ts';
import { replaceLinkSecret } from './replace-link-secret.ts';

const OLD = 'the-secret-that-was-given-before-this-day';
const NEW = 'the-secret-that-is-given-from-this-day-on';
const PASSWORD = 'bonjour';

/** The settings of the server, as restarts change them. */
const linkSecrets: [string, ...string[]] = [OLD];
const restartWith = (...secrets: [string, ...string[]]) => void linkSecrets.splice(0, 2, ...secrets);

let server: TestApp;
let passwordHash: string;

beforeAll(async () => {
  server = await startTestApp({ linkSecrets });
  passwordHash = await quickHash(PASSWORD);
});
afterAll(() => server.close());
beforeEach(async () => {
  restartWith(OLD);
  await server.pool.query('delete from second_factors');
  await server.pool.query('delete from recovery_codes');
});

const now = () => server.clock.now();

/** Someone who took a second factor under the present settings. */
async function enrolled() {
  const visitor = await server.signIn('supervisor', { passwordHash });
  const { secret } = (
    await server.call(visitor, 'POST', '/auth/second-factor', { currentPassword: PASSWORD })
  ).body;
  const { body } = await server.call(visitor, 'PUT', '/auth/second-factor', { code: codeAt(secret, now()) });
  const codes: string[] = body.recoveryCodes;
  /** The status of a sign-in with a code of the application, each of a step of its own, or with this one. */
  const enter = async (code?: string) => {
    server.clock.advance(30);
    const given = { email: visitor.row.email, password: PASSWORD, code: code ?? codeAt(secret, now()) };
    return (await server.call(null, 'POST', '/auth/admin-login', given)).status;
  };
  return { visitor, enter, codes };
}

describe('what LINK_SECRET signed and sealed', () => {
  it('a second factor and its recovery codes: with both, and after sealing again with the new one alone', async () => {
    const { enter, codes } = await enrolled();
    restartWith(NEW);
    expect([await enter(), await enter(codes[0])]).toEqual([422, 422]);
    restartWith(NEW, OLD);
    expect([await enter(), await enter(codes[0])]).toEqual([200, 200]);
    const [first] = await replaceLinkSecret(server.ctx);
    expect(first).toBe(
      'LINK_SECRET_OLD : scellé de nouveau par LINK_SECRET : deuxièmes étapes 1, téléphones d’assurés 0.',
    );
    restartWith(NEW);
    expect([await enter(), await enter(codes[1]), await enter(codes[1])]).toEqual([200, 200, 422]);
  });

  it('a second factor that is being taken', async () => {
    const visitor = await server.signIn('agent', { passwordHash });
    const { secret } = (
      await server.call(visitor, 'POST', '/auth/second-factor', { currentPassword: PASSWORD })
    ).body;
    restartWith(NEW, OLD);
    await replaceLinkSecret(server.ctx);
    restartWith(NEW);
    const code = codeAt(secret, now());
    expect((await server.call(visitor, 'PUT', '/auth/second-factor', { code })).status).toBe(200);
  });

  it('a link', async () => {
    const customer = await server.signIn('customer');
    const key = (await upload(server, customer, smallPdf, { type: 'prescription' })).body.url;
    const link = { object: `file:${key}`, userId: customer.row.id, session: tokenHash(customer.token) };
    const linkOf = async () => (await server.call(customer, 'POST', '/upload/signed-url', { key })).body.url;
    const open = async (url: string) => (await server.app.inject({ url })).statusCode;
    const before = await linkOf();
    restartWith(NEW, OLD);
    const after = await linkOf();
    expect([await open(before), await open(after)]).toEqual([200, 200]);
    const expiresAt = new Date(now().getTime() + 60_000);
    expect(after.split('.')[1]).not.toBe(before.split('.')[1]);
    expect(await open(`/api/files/${signLink('neither-of-them', { ...link, expiresAt })}`)).toBe(403);
    restartWith(NEW);
    expect([await open(before), await open(after)]).toEqual([403, 200]);
  });

  it('a waiting SMS and its code, and a solved proof of work', async () => {
    const recovery = recoveryOf(server);
    const [one, another] = [await recovery.customer(), await recovery.customer()];
    const captcha = await solveCaptcha(server);
    await recovery.request(one.phone);
    restartWith(NEW, OLD);
    // The message is sealed by the old secret, and its code is kept as a hash keyed by it.
    expect((await recovery.verify(one.phone, await recovery.codeOn(one.phone))).status).toBe(200);
    expect((await recovery.request(another.phone, '127.0.0.1', captcha)).status).toBe(200);
    restartWith(NEW);
    expect((await recovery.verify(another.phone, await recovery.codeOn(another.phone))).status).toBe(200);
  });

  it('the telephones of people whose cards were refused or not checked', async () => {
    const { row } = await server.signIn('customer');
    const keyed = (phone: string) => createHmac('sha256', OLD).update(`insured ${phone}`).digest('hex');
    const [person = ''] = personsOf(server.ctx, row.phone);
    expect(person).toBe(keyed(row.phone ?? ''));
    const refusal = { ownerId: row.id, rate: 80, refused: 'unreadable' as const, at: now() };
    await server.db.insert(refusedCards).values([
      { ...refusal, person, fileDigest: 'one' },
      { ...refusal, person: keyed('of nobody'), fileDigest: 'two' },
    ]);
    const draft = {} as never;
    const payment = await buildPendingPayment(server.db, {
      ...{ customerId: row.id, amount: 500, draft, orderId: null, createdAt: now() },
      ...{ uncheckedReduction: 100, uncheckedPerson: person },
    });
    restartWith(NEW, OLD);
    expect(await replaceLinkSecret(server.ctx)).toEqual([
      'LINK_SECRET_OLD : scellé de nouveau par LINK_SECRET : deuxièmes étapes 0, téléphones d’assurés 1.',
      'LINK_SECRET_OLD : des refus de cartes d’assurance de téléphones sans compte en dépendent peut-être (1).',
      'LINK_SECRET_OLD : les liens, codes et SMS déjà partis en dépendent encore 15 minutes ; ôtez-le ensuite.',
    ]);
    const [stored] = personsOf(server.ctx, row.phone);
    expect(stored).not.toBe(person);
    const rows = await server.db.select().from(refusedCards).orderBy(refusedCards.fileDigest);
    expect(rows.map((one) => one.person)).toEqual([stored, keyed('of nobody')]);
    const [paid] = await server.db.select().from(payments).where(sql`id = ${payment.id}`);
    expect(paid?.uncheckedPerson).toBe(stored);
    await server.db.delete(refusedCards);
  });
});

describe('the start says', () => {
  it('nothing when the secret opens everything', async () => {
    await enrolled();
    expect(await replaceLinkSecret(server.ctx)).toEqual([]);
  });

  it('that a changed secret opens no second factor, and how to repair that', async () => {
    await enrolled();
    restartWith(NEW);
    expect(await replaceLinkSecret(server.ctx)).toEqual([
      'LINK_SECRET : il n’ouvre pas toutes les deuxièmes étapes (1) ; s’il a été changé, donnez l’ancien par LINK_SECRET_OLD.',
    ]);
    restartWith(NEW, 'a-secret-that-never-sealed-anything-here');
    expect(await replaceLinkSecret(server.ctx)).toContain(
      'LINK_SECRET, LINK_SECRET_OLD : aucun des deux n’ouvre ces deuxièmes étapes (1) ; ôtez-les aux comptes qui ne se connectent plus.',
    );
  });

  it('that recovery codes of before version 1.0 depend on the old secret, which still accepts them', async () => {
    const { visitor, enter, codes } = await enrolled();
    const former = (codes[0] ?? '').replaceAll('-', '');
    const hash = codeHash(OLD, `recovery ${visitor.row.id}`, former);
    await server.db.delete(recoveryCodes);
    await server.db.insert(recoveryCodes).values({ userId: visitor.row.id, codeHash: hash });
    restartWith(NEW, OLD);
    expect((await replaceLinkSecret(server.ctx)).join('\n')).toContain(
      'codes de secours d’avant la version 1.0',
    );
    expect([await enter(codes[0]), await enter(codes[0])]).toEqual([200, 422]);
  });

  it('the same when it is started again, or by another process', async () => {
    await enrolled();
    restartWith(NEW, OLD);
    const said = await Promise.all([replaceLinkSecret(server.ctx), replaceLinkSecret(server.ctx)]);
    expect(said.map((lines) => lines.length)).toEqual([2, 2]);
    expect((await replaceLinkSecret(server.ctx))[0]).toContain('deuxièmes étapes 0,');
  });
});
