import { createHook } from 'node:async_hooks';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { attempts } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { codeAt } from './code-at.fixture.ts';
import { subjectOf } from './limits.ts';
import { type Asker, admitHashing, personOf, verifyPassword } from './passwords.ts';
import { solve, solveCaptcha } from './solve-captcha.fixture.ts';
import { sweepAttempts, sweepCodes } from './sweeps.ts';

const TOO_MANY = {
  success: false,
  code: 'TOO_MANY_TRIES',
  message: 'Trop de tentatives. Veuillez réessayer dans quelques minutes.',
};

const MINUTE = 60;
const PASSWORD = 'bonjour';

let server: TestApp;
let person: Visitor;
let phone: string;

/** Starts the server of a group, whose tests each begin with a new customer and all tries. */
function startServer(limits: NonNullable<Parameters<typeof startTestApp>[0]>['limits'] = {}): void {
  beforeAll(async () => {
    server = await startTestApp({ limits });
  });
  beforeEach(async () => {
    await server.pool.query('truncate tries, codes, spent_proofs, known_devices');
    person = await server.signIn('customer', { passwordHash: await quickHash(PASSWORD) });
    phone = person.row.phone ?? '';
  });
  afterAll(() => server.close());
}

async function post(path: string, payload: object, remoteAddress = '127.0.0.1') {
  const url = `/api${path}`;
  const response = await server.app.inject({ method: 'POST', url, payload, remoteAddress });
  return { status: response.statusCode, body: response.json(), wait: response.headers['retry-after'] };
}

/** Makes it look as if strangers had tried this account, from many addresses. */
const strangersTry = (count: number) =>
  server.pool.query(
    `insert into tries (id, kind, subject, address, at)
     select gen_random_uuid(), 'login', $1, '10.8.' || n / 200 || '.' || n % 200, $2 from generate_series(1, $3::int) n`,
    [subjectOf('login', phone), server.clock.now(), count],
  );

/** Returns how often a refusal doubles the work that it asks for; undefined when it asks for none. */
const levelOf = ({ body }: { body: { challenge?: { parameters: { data: { level: number } } } } }) =>
  body.challenge?.parameters.data.level;

describe('wrong attempts and addresses', () => {
  startServer({ accountsPerAddress: 3 });

  const tryLogin = (identifier: string, password: string, remoteAddress?: string) =>
    post('/auth/login', { identifier, password }, remoteAddress);

  /** Makes it look as if so many other accounts had been tried from here. */
  const otherAccounts = (others: number) =>
    server.pool.query(
      `insert into tries (id, kind, subject, address, at)
       select gen_random_uuid(), 'login', 'stranger ' || n, '127.0.0.1', $1 from generate_series(1, $2::int) n`,
      [server.clock.now(), others],
    );

  async function times<T>(n: number, act: (index: number) => Promise<T>): Promise<T[]> {
    const results: T[] = [];
    for (let index = 0; index < n; index += 1) results.push(await act(index));
    return results;
  }

  describe('wrong attempts for an account (rule 22)', () => {
    it('are limited to ten in 15 minutes; then even the right password returns 429 with the time to wait, unless work is done', async () => {
      const first = await tryLogin(phone, 'mauvais');
      server.clock.advance(5 * MINUTE);
      const rest = await times(9, () => tryLogin(phone, 'mauvais'));
      expect([first, ...rest].map(({ status }) => status)).toEqual(Array(10).fill(401));
      const refused = await tryLogin(phone, 'bonjour');
      expect(refused).toMatchObject({ status: 429, body: TOO_MANY, wait: String(10 * MINUTE) });
      expect(refused.body.challenge).toBeDefined();
      server.clock.advance(10 * MINUTE - 1);
      expect(await tryLogin(phone, 'bonjour')).toMatchObject({ status: 429, wait: '1' });
      server.clock.advance(1);
      expect((await tryLogin(phone, 'bonjour')).status).toBe(200);
    });

    it('are counted across addresses and notations', async () => {
      const local = phone.slice(-8);
      const responses = await times(11, (n) =>
        tryLogin([local, `01${local}`, `+229${local}`][n % 3] ?? '', 'mauvais', `10.0.0.${n}`),
      );
      expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
    });

    it('are counted for an unknown account, with the same responses', async () => {
      const responses = await times(11, () => tryLogin('0198989898', 'mauvais'));
      expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
      expect(responses[10]?.body).toMatchObject(TOO_MANY);
      expect(responses[10]?.body.challenge).toBeDefined();
    });

    it('are reset by a success, for this account only', async () => {
      await times(9, () => tryLogin(phone, 'mauvais'));
      await times(9, () => tryLogin('0198989898', 'mauvais'));
      expect((await tryLogin(phone, 'bonjour')).status).toBe(200);
      expect((await times(10, () => tryLogin(phone, 'mauvais'))).every(({ status }) => status === 401)).toBe(
        true,
      );
      expect((await tryLogin(phone, 'mauvais')).status).toBe(429);
      expect((await tryLogin('0198989898', 'mauvais')).status).toBe(401);
      expect((await tryLogin('0198989898', 'mauvais')).status).toBe(429);
    });

    it('are limited to ten of twenty concurrent requests', async () => {
      const responses = await Promise.all(Array.from({ length: 20 }, () => tryLogin(phone, 'mauvais')));
      expect(responses.map(({ status }) => status).sort()).toEqual([
        ...Array(10).fill(401),
        ...Array(10).fill(429),
      ]);
    });

    it('are counted for professionals too', async () => {
      const responses = await times(11, () =>
        post('/auth/admin-login', { email: 'nul@exemple.bj', password: 'mauvais' }),
      );
      expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
    });

    it('are stored without personal data', async () => {
      await tryLogin(phone, 'mauvais');
      const [row] = await server.db.select().from(attempts);
      expect(row?.subject).toMatch(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(row)).not.toContain(phone.slice(-8));
    });
  });

  describe('attempts from a network address (rule 22)', () => {
    it('need work from the fourth distinct account in 15 minutes on; accounts already counted can continue', async () => {
      await times(3, (n) => tryLogin(`0198000${100 + n}`, 'mauvais'));
      server.clock.advance(MINUTE);
      const refused = await tryLogin(phone, 'bonjour');
      expect(refused).toMatchObject({ status: 429, body: TOO_MANY, wait: String(14 * MINUTE) });
      expect(levelOf(refused)).toBe(0);
      const captcha = await solve(refused.body.challenge);
      const login = { identifier: phone, password: 'bonjour', captcha };
      expect((await post('/auth/login', login)).status).toBe(200);
      expect((await tryLogin('0198000101', 'mauvais')).status).toBe(401);
      expect((await tryLogin(phone, 'bonjour', '10.0.0.2')).status).toBe(200);
      server.clock.advance(14 * MINUTE);
      expect((await tryLogin(phone, 'bonjour')).status).toBe(200);
    });

    it('do not count successes: thousands of users share a carrier’s address', async () => {
      const { passwordHash } = (await server.db.select().from(users).where(eq(users.phone, phone)))[0] ?? {};
      const people = await times(5, () =>
        buildUser(server.db, { type: 'customer', passwordHash: passwordHash ?? '' }),
      );
      for (const person of people) expect((await tryLogin(person.phone ?? '', 'bonjour')).status).toBe(200);
    });

    it('count a /48 network of IPv6 as one address', async () => {
      await times(3, (n) => tryLogin(`0198000${100 + n}`, 'mauvais', `2001:db8:1:${n}00::1`));
      expect((await tryLogin(phone, 'bonjour', '2001:db8:1:ffff::9')).status).toBe(429);
      expect((await tryLogin(phone, 'bonjour', '2001:db8:2:1::1')).status).toBe(200);
    });

    it('need more work at three and six times the limit, and are refused at ten times only', async () => {
      for (const [others, level] of [
        [8, 0],
        [9, 1],
        [18, 2],
        [29, 2],
      ] as const) {
        await otherAccounts(others);
        expect(levelOf(await tryLogin(phone, 'bonjour')), String(others)).toBe(level);
      }
      await otherAccounts(30);
      expect(await tryLogin(phone, 'bonjour')).toEqual({
        status: 429,
        body: TOO_MANY,
        wait: String(15 * MINUTE),
      });
      expect((await tryLogin(phone, 'bonjour', '10.0.0.2')).status).toBe(200);
    });

    it('need work for registrations in an hour; the same account again does not count', async () => {
      const register = (number: string, from = '127.0.0.1', captcha?: string) =>
        post('/auth/register', { name: 'Afi', phone: number, password: 'bonjour', captcha }, from);
      const responses = await times(5, (n) => register(n === 1 ? '96000000' : `9600000${n}`));
      expect(responses.map(({ status }) => status)).toEqual([201, 409, 201, 201, 429]);
      expect(responses[4]).toMatchObject({ status: 429, body: TOO_MANY, wait: String(60 * MINUTE) });
      const captcha = await solve(responses[4]?.body.challenge);
      expect((await register('96000004', undefined, captcha)).status).toBe(201);
      expect((await register('96000006', undefined, captcha)).status).toBe(429);
      expect((await register('96000007', '10.0.0.2')).status).toBe(201);
      expect((await tryLogin(phone, 'bonjour')).status).toBe(200);
      server.clock.advance(60 * MINUTE);
      expect((await register('96000005')).status).toBe(201);
    });
  });

  it('applies the limit to concurrent requests from one address', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        post('/auth/register', { name: 'Afi', phone: `960000${10 + n}`, password: 'bonjour' }, '127.0.0.1'),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...Array(3).fill(201),
      ...Array(9).fill(429),
    ]);
  });

  it('sweeps attempts older than a day', async () => {
    await tryLogin(phone, 'mauvais');
    server.clock.advance(12 * 60 * MINUTE);
    await tryLogin('0198989898', 'mauvais');
    server.clock.advance(12 * 60 * MINUTE + 1);
    expect(await sweepAttempts(server.ctx)).toBe(1);
    expect(await server.db.select().from(attempts)).toHaveLength(1);
  });

  it('does not count attempts dated in the future, after a clock was set back', async () => {
    await times(10, () => tryLogin(phone, 'mauvais'));
    await times(3, (n) => tryLogin(`0198000${100 + n}`, 'mauvais'));
    expect((await tryLogin(phone, 'bonjour')).status).toBe(429);
    server.clock.advance(-30 * 24 * 60 * MINUTE);
    expect((await tryLogin(phone, 'bonjour')).status).toBe(200);
  });
});

describe('strangers', () => {
  startServer();

  interface Try {
    readonly identifier?: string;
    readonly password?: string;
    readonly captcha?: string;
    readonly device?: string;
    readonly code?: string;
  }

  function tryFrom(remoteAddress: string, { identifier = phone, password = 'mauvais', ...more }: Try = {}) {
    const path = identifier.includes('@') ? '/auth/admin-login' : '/auth/login';
    return post(path, { identifier, password, ...more }, remoteAddress);
  }

  /** Solves the challenge of a refusal and tries again once, as our pages do. */
  async function tryWithWork(remoteAddress: string, tried: Try = {}) {
    const first = await tryFrom(remoteAddress, tried);
    if (first.body.challenge === undefined) return first;
    return tryFrom(remoteAddress, { ...tried, captcha: await solve(first.body.challenge) });
  }

  const stranger = (n: number) => `10.9.${Math.floor(n / 40)}.1`;

  it('thousands of wrong tries of strangers do not keep out a person who does the work', async () => {
    for (let n = 0; n < 30; n += 1) expect((await tryWithWork(stranger(n))).status).toBe(401);
    await strangersTry(5_000);
    expect((await tryFrom('10.1.1.1', { password: PASSWORD })).status).toBe(429);
    expect((await tryWithWork('10.1.1.1', { password: PASSWORD })).status).toBe(200);
    // The success resets the count.
    expect((await tryFrom('10.1.1.2', { password: PASSWORD })).status).toBe(200);
  });

  it('the eleventh wrong try needs work, and from one place the forty-first is refused for good', async () => {
    const statuses = [];
    for (let n = 0; n < 41; n += 1) statuses.push((await tryWithWork('10.9.9.9')).status);
    expect(statuses).toEqual([...Array(40).fill(401), 429]);
    const refused = await tryFrom('10.9.9.9', { password: PASSWORD, captcha: await solveCaptcha(server) });
    expect(refused).toEqual({
      status: 429,
      wait: String(15 * MINUTE),
      body: {
        success: false,
        code: 'TOO_MANY_TRIES',
        message: 'Trop de tentatives. Veuillez réessayer dans quelques minutes.',
      },
    });
    server.clock.advance(15 * MINUTE);
    expect((await tryFrom('10.9.9.9', { password: PASSWORD })).status).toBe(200);
  });

  it('the work doubles with every ten tries of one place, and at most twice for the account', async () => {
    const levels = [];
    for (let n = 0; n < 40; n += 1) {
      if (n % 10 === 0) levels.push(levelOf(await tryFrom('10.9.9.9')));
      if (n === 0) continue;
      await tryWithWork('10.9.9.9');
    }
    expect(levels).toEqual([undefined, 1, 2, 3]);
    expect(levelOf(await tryFrom('10.1.1.1'))).toBe(0);
    await strangersTry(100);
    expect(levelOf(await tryFrom('10.1.1.1'))).toBe(1);
    await strangersTry(5_000);
    expect(levelOf(await tryFrom('10.1.1.1'))).toBe(2);
  });

  it('a proof is taken once, for its account and of enough work', async () => {
    for (let n = 0; n < 10; n += 1) await tryFrom(stranger(n));
    const { body } = await tryFrom('10.9.9.9');
    const captcha = await solve(body.challenge);
    for (let n = 0; n < 10; n += 1) await tryFrom(stranger(n), { identifier: '0198989898' });
    const elsewhere = await tryFrom('10.9.9.9', { identifier: '0198989898', captcha });
    expect([elsewhere.status, levelOf(elsewhere)]).toEqual([429, 0]);
    expect((await tryFrom('10.9.9.9', { captcha })).status).toBe(401);
    expect((await tryFrom('10.9.9.9', { captcha })).body.code).toBe('CAPTCHA_FAILED');
    // One of GET /auth/captcha serves too, until more work is needed.
    expect((await tryFrom('10.9.9.9', { captcha: await solveCaptcha(server) })).status).toBe(401);
    for (let n = 0; n < 8; n += 1) await tryWithWork('10.9.9.9');
    const short = await tryFrom('10.9.9.9', { captcha: await solveCaptcha(server) });
    expect([short.status, levelOf(short)]).toEqual([429, 1]);
    expect((await tryFrom('10.9.9.9', { captcha: 'x' })).body.code).toBe('CAPTCHA_FAILED');
  });

  it('of twenty concurrent wrong tries ten pass without work', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => tryFrom(stranger(n * 40))));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(responses.filter(({ body }) => body.challenge !== undefined)).toHaveLength(10);
  });

  it('unknown and known accounts, right and wrong passwords get the same refusals', async () => {
    const { email } = (await server.signIn('supervisor')).row;
    for (const identifier of ['0198989898', 'nul@exemple.bj', email ?? '']) {
      for (let n = 0; n < 10; n += 1) await tryFrom(stranger(n), { identifier });
      const wrong = await tryFrom('10.9.9.9', { identifier });
      const right = await tryFrom('10.9.9.9', { identifier, password: PASSWORD });
      for (const { body, ...rest } of [wrong, right]) {
        expect(rest).toEqual({ status: 429, wait: String(15 * MINUTE) });
        expect(Object.keys(body)).toEqual(['success', 'code', 'message', 'challenge']);
        expect(body.challenge.parameters.data).toMatchObject({
          level: 0,
          for: expect.stringMatching(/^[0-9a-f]{64}$/),
        });
      }
    }
  });

  it('a device that has signed in before is counted apart, even behind the address of strangers', async () => {
    const { body } = await tryFrom('10.9.9.9', { password: PASSWORD });
    const { device } = body;
    // A neighbour behind the same address of a carrier uses up its tries.
    for (let n = 0; n < 41; n += 1) await tryWithWork('10.9.9.9');
    expect((await tryWithWork('10.9.9.9', { password: PASSWORD })).status).toBe(429);
    const back = await tryFrom('10.9.9.9', { password: PASSWORD, device });
    expect([back.status, back.body.device]).toEqual([200, device]);
  });

  it('a known device has its own ten tries; its mark is worth nothing for another account or when changed', async () => {
    const { device } = (await tryFrom('10.1.1.1', { password: PASSWORD })).body;
    for (let n = 0; n < 10; n += 1) await tryFrom(stranger(n));
    for (let n = 0; n < 10; n += 1) expect((await tryFrom('10.1.1.1', { device })).status).toBe(401);
    expect(levelOf(await tryFrom('10.1.1.1', { device }))).toBe(1);
    for (let n = 0; n < 10; n += 1) await tryFrom(stranger(n), { identifier: '0198989898' });
    expect((await tryFrom('10.1.1.1', { identifier: '0198989898', device })).status).toBe(429);
    for (const forged of [`x${device}`, `${device}x`, 'x.y.z', '', '...', 'a'.repeat(300)]) {
      expect((await tryFrom('10.1.1.2', { device: forged })).status, forged).toBe(429);
    }
  });

  it('strangers at the sign-in page do not keep a person from changing their password', async () => {
    const { body } = await tryFrom('10.1.1.1', { password: PASSWORD });
    for (let n = 0; n < 30; n += 1) await tryWithWork(stranger(n));
    const headers = { authorization: `Bearer ${body.token}` };
    const change = { currentPassword: PASSWORD, password: 'nouveau' };
    expect((await server.call(null, 'POST', '/auth/password', change, headers)).status).toBe(204);
  });

  it('a thief of the password does not use up the second codes of a known device', async () => {
    const row = await buildUser(server.db, {
      type: 'supervisor',
      passwordHash: await quickHash(PASSWORD),
    });
    const identifier = row.email ?? '';
    const { device, token } = (await tryFrom('10.1.1.1', { identifier, password: PASSWORD })).body;
    const headers = { authorization: `Bearer ${token}` };
    const proof = { currentPassword: PASSWORD };
    const { secret } = (await server.call(null, 'POST', '/auth/second-factor', proof, headers)).body;
    const first = codeAt(secret, server.clock.now());
    await server.call(null, 'PUT', '/auth/second-factor', { code: first }, headers);
    server.clock.advance(MINUTE);
    for (let n = 0; n < 11; n += 1)
      await tryWithWork(stranger(n * 40), { identifier, password: PASSWORD, code: '000000' });
    const code = codeAt(secret, server.clock.now());
    const right = { identifier, password: PASSWORD, code };
    expect((await tryWithWork('10.1.1.2', right)).status).toBe(429);
    expect((await tryFrom('10.1.1.1', { ...right, device })).status).toBe(200);
  });
});

describe('right passwords and the queue of hashes', () => {
  startServer({ signInsPerMinute: 3, accountsPerAddress: 100_000 });

  const signIn = (
    password: string,
    identifier = phone,
    { remoteAddress, device }: { remoteAddress?: string; device?: string } = {},
  ) => post('/auth/login', { identifier, password, ...(device !== undefined && { device }) }, remoteAddress);

  const together = <T>(count: number, act: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => act(index)));

  const statusesOf = (responses: readonly { status: number }[]) =>
    responses.map(({ status }) => status).sort();

  it('limits the successful sign-ins of an account in a minute; its sessions go on', async () => {
    const { body } = await signIn('bonjour');
    server.clock.advance(20);
    await signIn('bonjour');
    await signIn('bonjour');
    expect(await signIn('bonjour')).toEqual({ status: 429, body: TOO_MANY, wait: '40' });
    const headers = { authorization: `Bearer ${body.token}` };
    expect((await server.call(null, 'GET', '/auth/me', undefined, headers)).status).toBe(200);
    server.clock.advance(40);
    expect((await signIn('bonjour')).status).toBe(200);
  });

  it('does not count wrong passwords, so that a stranger cannot cause this limit', async () => {
    for (let n = 0; n < 5; n += 1) expect((await signIn('mauvais')).status).toBe(401);
    expect((await signIn('bonjour')).status).toBe(200);
  });

  it('admits three of eight concurrent sign-ins, and counts the refused ones as neither right nor wrong', async () => {
    expect(statusesOf(await together(8, () => signIn('bonjour')))).toEqual([
      ...Array(3).fill(200),
      ...Array(5).fill(429),
    ]);
    server.clock.advance(60);
    // With ten wrong attempts left, eleven would be refused.
    for (let n = 0; n < 9; n += 1) expect((await signIn('mauvais')).status).toBe(401);
    expect((await signIn('bonjour')).status).toBe(200);
  });

  it('hashes one password at a time', async () => {
    const started: string[] = [];
    // Argon2's work in the thread pool is the only asynchronous resource without a type.
    const hook = createHook({
      init: (_id, type) => void (type === 'undefined' && started.push(type)),
    }).enable();
    const first = verifyPassword(null, 'a');
    const others = together(4, () => verifyPassword(null, 'b'));
    await first;
    expect(started.length).toBeLessThanOrEqual(2);
    await others;
    hook.disable();
    expect(started).toHaveLength(5);
  });

  /** Keeps places before the hash until `release` is called: one is being served, all others wait. */
  function occupy(askers: readonly Asker[]) {
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const done = Promise.all(
      [personOf('served'), ...askers].map((asker) =>
        admitHashing(
          asker,
          () => waiting,
          () => Promise.resolve(),
        ),
      ),
    );
    return async () => {
      release();
      await done;
    };
  }
  const { prove } = personOf('');
  const visitorsOf = (network: string, count: number): Asker[] =>
    Array.from({ length: count }, () => ({ line: 'unproven', key: network, prove }));
  const strangers = [...visitorsOf('10.7.0.1', 10), ...visitorsOf('10.7.0.2', 10)];
  const counted = async (kind: string) =>
    (await server.pool.query('select count(*)::int as n from tries where kind = $1', [kind])).rows[0].n;

  it.each([
    ['one address', '10.1.1.1', '10.1.1.1'],
    ['one address with the port of each connection', '10.1.1.1', '10.1.1.1:51234'],
    ['a /48 of IPv6', '2001:db8:1::', '2001:db8:1:ff02::1'],
  ])(
    'ten calls of %s wait; the next one has work to do instead, and is not counted',
    async (_, key, from) => {
      const release = occupy(visitorsOf(key, 10));
      const refused = await signIn('bonjour', phone, { remoteAddress: from });
      expect(refused).toMatchObject({ status: 429, body: TOO_MANY, wait: '1' });
      expect([levelOf(refused), await counted('login')]).toEqual([0, 0]);
      const captcha = await solve(refused.body.challenge);
      const worked = post('/auth/login', { identifier: phone, password: 'bonjour', captcha }, from);
      const other = signIn('bonjour', phone, { remoteAddress: '10.1.1.2' });
      await expect.poll(() => counted('login')).toBe(2);
      await release();
      expect(statusesOf([await worked, await other])).toEqual([200, 200]);
      expect((await signIn('bonjour', phone, { remoteAddress: from })).status).toBe(200);
    },
  );

  it('while twenty strangers wait each further one has work to do; known devices and signed-in people go on', async () => {
    const { body } = await signIn('bonjour');
    const headers = { authorization: `Bearer ${body.token}` };
    const release = occupy(strangers);
    const refused = await signIn('bonjour');
    expect([refused.status, levelOf(refused)]).toEqual([429, 0]);
    const known = signIn('bonjour', phone, { device: body.device });
    await expect.poll(() => counted('login')).toBe(1);
    await release();
    expect((await known).status).toBe(200);
    const change = { currentPassword: 'bonjour', password: 'bonsoir' };
    expect((await server.call(null, 'POST', '/auth/password', change, headers)).status).toBe(204);
  });

  it('two known devices of an account wait at once; the next one has work to do, those of others go on', async () => {
    const devices = await together(3, async () => (await signIn('bonjour')).body.device as string);
    server.clock.advance(60);
    const other = await server.signIn('customer', { passwordHash: await quickHash(PASSWORD) });
    const { device } = (await signIn('bonjour', other.row.phone ?? '')).body;
    const release = occupy([]);
    const tries = devices.map((one) => signIn('mauvais', phone, { device: one }));
    await expect.poll(() => counted('login')).toBe(2);
    const others = signIn('bonjour', other.row.phone ?? '', { device });
    await expect.poll(() => counted('login')).toBe(3);
    await release();
    expect(statusesOf(await Promise.all(tries))).toEqual([401, 401, 429]);
    expect((await others).status).toBe(200);
  });

  it('a right password is checked twenty times a minute for one person', async () => {
    const person = await server.signIn('customer', { passwordHash: await quickHash(PASSWORD) });
    const change = { currentPassword: PASSWORD, password: PASSWORD };
    const answers: number[] = [];
    for (let n = 0; n < 21; n += 1)
      answers.push((await server.call(person, 'POST', '/auth/password', change)).status);
    expect(answers).toEqual([...Array(20).fill(204), 429]);
    server.clock.advance(60);
    expect((await server.call(person, 'POST', '/auth/password', change)).status).toBe(204);
  });

  it('lines and their callers are served in turn', async () => {
    const release = occupy([]);
    const served: string[] = [];
    const wait = (line: Asker['line'], key: string) =>
      admitHashing(
        { line, key, prove },
        async () => void served.push(`${line} ${key}`),
        () => Promise.resolve(),
      );
    const all = Promise.all([
      ...['a', 'a', 'a', 'b', 'c'].map((key) => wait('unproven', key)),
      ...['d', 'd'].map((key) => wait('known', key)),
    ]);
    await release();
    await all;
    expect(served).toEqual([
      'unproven a',
      'known d',
      'unproven b',
      'known d',
      'unproven c',
      'unproven a',
      'unproven a',
    ]);
  });

  it('eighty concurrent tries of a number that is refused anyway take no place of others', async () => {
    const rows = Array.from({ length: 40 }, () => `(gen_random_uuid(), 'login', $1, '127.0.0.1', $2)`).join(
      ',',
    );
    await server.pool.query(`insert into tries (id, kind, subject, address, at) values ${rows}`, [
      subjectOf('login', '+2290198000001'),
      server.clock.now(),
    ]);
    const refused = together(80, () => signIn('mauvais', '0198000001'));
    const others = together(8, (n) => signIn('mauvais', `0198001${100 + n}`));
    const person = signIn('bonjour');
    expect((await refused).every(({ status }) => status === 429)).toBe(true);
    expect(statusesOf(await others)).toEqual(Array(8).fill(401));
    expect((await person).status).toBe(200);
  });

  it.each([
    ['/auth/register', { name: 'Afi', phone: '96000001', password: 'bonjour' }],
    [
      '/users/register-partner',
      {
        name: 'Dr Awa',
        phone: '96000002',
        email: 'awa@exemple.bj',
        address: 'Cotonou',
        password: 'bonjour',
        type: 'partnerDoctor',
        titrePartenaire: 'sage femme',
      },
    ],
  ])(
    'asks %s for work while twenty wait, without counting it, and serves it afterwards',
    async (path, body) => {
      const release = occupy(strangers);
      const refused = await post(path, body);
      expect(refused).toMatchObject({ status: 429, body: TOO_MANY });
      expect(levelOf(refused)).toBe(0);
      expect(await counted('register')).toBe(0);
      await release();
      expect((await server.call(null, 'POST', path, body)).status).toBe(201);
    },
  );
});

describe('known devices', () => {
  const DAY = 24 * 3600;

  startServer();

  async function signIn(device?: string, password = PASSWORD) {
    const body = { identifier: phone, password, device };
    const { status, body: answer } = await server.call(null, 'POST', '/auth/login', body);
    return { status, device: answer.device as string, challenge: answer.challenge };
  }

  async function isKnown(device: string): Promise<boolean> {
    // After these an unknown device has work to do.
    await strangersTry(10);
    return (await signIn(device)).status === 200;
  }

  it.each([
    [
      'its owner',
      () => server.call(person, 'POST', '/auth/password', { currentPassword: PASSWORD, password: PASSWORD }),
    ],
    [
      'a super administrator',
      async () => {
        const admin = await server.signIn('superAdmin');
        return server.call(admin, 'PUT', `/users/${person.row.id}`, { password: PASSWORD });
      },
    ],
  ] as const)('a password changed by %s makes the marks of all devices void', async (_, change) => {
    const { device } = await signIn();
    expect(await isKnown(device)).toBe(true);
    expect((await change()).status).toBeLessThan(300);
    expect(await isKnown(device)).toBe(false);
  });

  it('a device stays known for ninety days after its last sign-in', async () => {
    const { device } = await signIn();
    server.clock.advance(60 * DAY);
    expect((await signIn(device)).device).toBe(device);
    server.clock.advance(90 * DAY - 1);
    expect(await isKnown(device)).toBe(true);
    server.clock.advance(90 * DAY);
    expect(await isKnown(device)).toBe(false);
    await sweepCodes(server.ctx);
    expect((await server.pool.query('select from known_devices')).rowCount).toBe(0);
  });

  it('an account knows twenty devices; another one replaces the device seen longest ago', async () => {
    const devices: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      devices.push((await signIn()).device);
      server.clock.advance(1);
    }
    const [first = '', second = ''] = devices;
    expect((await signIn(first)).device).toBe(first);
    server.clock.advance(1);
    await signIn();
    expect(await isKnown(first)).toBe(true);
    expect(await isKnown(second)).toBe(false);
  });

  it('all devices of an account together have twenty tries before each needs work', async () => {
    const devices = [];
    for (let n = 0; n < 4; n += 1) devices.push((await signIn()).device);
    const statuses = [];
    for (const device of devices)
      for (let n = 0; n < 6; n += 1) statuses.push((await signIn(device, 'mauvais')).status);
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(4).fill(429)]);
    expect((await signIn(devices[0])).challenge).toBeDefined();
  });

  it('all devices of an account together ask for twenty codes a day', async () => {
    const devices = [];
    for (let n = 0; n < 5; n += 1) devices.push((await signIn()).device);
    const statuses = [];
    for (const device of devices)
      for (let n = 0; n < 5; n += 1) {
        const captcha = await solveCaptcha(server);
        statuses.push(
          (await server.call(null, 'POST', '/auth/request-otp', { phone, captcha, device })).status,
        );
        server.clock.advance(600);
      }
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
  });

  it('all devices of an account together have twenty second codes an hour', async () => {
    const row = await buildUser(server.db, {
      type: 'supervisor',
      passwordHash: await quickHash(PASSWORD),
    });
    const enter = async (more: object) =>
      server.call(null, 'POST', '/auth/admin-login', { email: row.email, password: PASSWORD, ...more });
    const devices = [];
    for (let n = 0; n < 3; n += 1) devices.push((await enter({})).body.device);
    const worker = await server.session(row);
    const proof = { currentPassword: PASSWORD };
    const { secret } = (await server.call(worker, 'POST', '/auth/second-factor', proof)).body;
    const code = codeAt(secret, server.clock.now());
    expect((await server.call(worker, 'PUT', '/auth/second-factor', { code })).status).toBe(200);
    const statuses = [];
    for (const device of devices)
      for (let n = 0; n < 8; n += 1) {
        statuses.push((await enter({ device, code: '000000' })).status);
        // Tries to sign in are counted in a shorter window.
        if (n === 3) server.clock.advance(15 * 60);
      }
    expect(statuses).toEqual([...Array(20).fill(422), ...Array(4).fill(429)]);
  });
});
