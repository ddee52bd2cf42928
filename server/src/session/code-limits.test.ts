import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { type Seen, startTestApp, type TestApp } from '../testing/test-app.ts';
import { type Recovery, recoveryOf } from './recovery.fixture.ts';
import { solve, solveCaptcha } from './solve-captcha.fixture.ts';
import { sweepCodes } from './sweeps.ts';

const TOO_MANY = {
  success: false,
  code: 'TOO_MANY_TRIES',
  message: 'Trop de tentatives. Veuillez réessayer dans quelques minutes.',
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

describe('a server', () => {
  const FAILED = {
    success: false,
    code: 'CAPTCHA_FAILED',
    message: 'Vérification anti-robot échouée. Veuillez réessayer.',
  };

  let server: TestApp;
  let ask: Recovery;
  let addresses = 0;

  beforeAll(async () => {
    server = await startTestApp({ limits: { codesPerHour: 10, captchaWork: 4 } });
    ask = recoveryOf(server);
  });
  afterAll(() => server.close());

  const newAddress = () => `10.1.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
  const newNumber = () => `+2290152${String(++addresses).padStart(6, '0')}`;
  const customer = async () => (await buildUser(server.db, { type: 'customer' })).phone ?? '';
  const send = (body: object) => server.call(null, 'POST', '/auth/request-otp', body);
  const wait = ({ status, body, headers }: Awaited<ReturnType<Recovery['request']>>) =>
    status === 429 ? Number(headers['retry-after']) : status === 200 ? `next in ${body.resendIn}` : status;

  describe('codes for one number (rule 26)', () => {
    it('are limited for one person to one a minute, three in ten minutes, five a day; responses contain the wait', async () => {
      const phone = await customer();
      const address = newAddress();
      const once = async () => {
        const answer = wait(await ask.request(phone, address));
        // A code that has expired is not sent any more.
        await server.messages();
        return answer;
      };
      expect([await once(), await once()]).toEqual(['next in 60', 60]);
      server.clock.advance(MINUTE - 1);
      expect(await once()).toBe(1);
      server.clock.advance(1);
      expect(await once()).toBe('next in 60');
      server.clock.advance(MINUTE);
      expect(await once()).toBe(`next in ${8 * MINUTE}`);
      server.clock.advance(MINUTE);
      expect(await once()).toBe(7 * MINUTE);
      server.clock.advance(7 * MINUTE);
      expect(await once()).toBe('next in 60');
      server.clock.advance(HOUR);
      expect(await once()).toBe(`next in ${24 * HOUR - HOUR - 10 * MINUTE}`);
      server.clock.advance(22 * HOUR + 50 * MINUTE - 1);
      const last = await ask.request(phone, address);
      expect([last.status, last.body, last.headers['retry-after']]).toEqual([429, TOO_MANY, '1']);
      server.clock.advance(1);
      expect(await once()).toMatch(/^next/);
      expect((await server.messages()).filter(({ to }) => to === phone)).toHaveLength(6);
    });

    it('are not counted when dated in the future, after a clock was set back', async () => {
      const phone = await customer();
      const address = newAddress();
      await ask.request(phone, address);
      server.clock.advance(-30 * 24 * HOUR);
      expect(wait(await ask.request(phone, address))).toBe('next in 60');
      server.clock.advance(30 * 24 * HOUR);
    });

    it('are counted for an unknown number, with the same responses', async () => {
      const phone = newNumber();
      expect([await ask.request(phone), await ask.request(phone)].map(wait)).toEqual(['next in 60', 60]);
    });

    it('are sent once for ten concurrent requests', async () => {
      const phone = await customer();
      const address = newAddress();
      const responses = await Promise.all(Array.from({ length: 10 }, () => ask.request(phone, address)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(429)]);
      expect((await server.messages()).filter(({ to }) => to === phone)).toHaveLength(1);
    });
  });

  describe('codes for one address', () => {
    it('a hundred requests for a hundred people, twenty at once, send ten messages', async () => {
      const before = (await server.messages()).length;
      expect(before).toBeLessThan(10);
      const people = await Promise.all(Array.from({ length: 30 }, customer));
      const address = newAddress();
      const responses: number[] = [];
      const together = (phones: string[], one: (phone: string) => Promise<Seen>) =>
        Promise.all(
          Array.from({ length: 20 }, async (_, lane) => {
            for (const phone of phones.filter((_, at) => at % 20 === lane))
              responses.push((await one(phone)).status);
          }),
        );
      const phones = Array.from({ length: 100 }, (_, n) => people[n] ?? newNumber());
      await together(phones.slice(0, 40), (phone) => ask.request(phone, address));
      // Without a solved captcha: these are refused before it is verified.
      await together(phones.slice(40), (phone) => ask.request(phone, address, 'no work'));
      expect(responses.filter((status) => status === 200)).toHaveLength(10);
      expect(responses.filter((status) => status === 429)).toHaveLength(90);
      expect((await server.messages()).length - before).toBeLessThanOrEqual(10);
      // The others of that address wait; other addresses do not.
      const next = await customer();
      expect(wait(await ask.request(next, address))).toBe(HOUR);
      expect((await ask.request(next, newAddress())).status).toBe(200);
      server.clock.advance(HOUR);
      expect((await ask.request(await customer(), address)).status).toBe(200);
    });
  });

  describe('codes verified from one address', () => {
    it('are limited by the count of distinct numbers', async () => {
      const few = await startTestApp({ limits: { accountsPerAddress: 3 } });
      const check = (phone: string) => few.call(null, 'POST', '/auth/verify-otp', { phone, code: '000000' });
      const responses = [];
      for (let n = 0; n < 4; n += 1) responses.push((await check(newNumber())).status);
      expect(responses).toEqual([400, 400, 400, 429]);
      await few.close();
    });
  });

  describe('the proof of work', () => {
    const request = async (captcha: unknown) => (await send({ phone: newNumber(), captcha })).body;
    // biome-ignore lint/suspicious/noExplicitAny: a test changes any field of the payload.
    const change = (captcha: string, edit: (payload: Record<string, any>) => void) => {
      const payload = JSON.parse(Buffer.from(captcha, 'base64').toString());
      edit(payload);
      return Buffer.from(JSON.stringify(payload)).toString('base64');
    };

    it('is accepted once', async () => {
      const captcha = await solveCaptcha(server);
      expect(await request(captcha)).toMatchObject({ success: true });
      expect(await request(captcha)).toEqual(FAILED);
      // The same proof, serialized differently.
      expect(
        await request(
          change(captcha, (payload) => {
            payload.more = 1;
          }),
        ),
      ).toEqual(FAILED);
    });

    it('is accepted once in five concurrent requests', async () => {
      const captcha = await solveCaptcha(server);
      const responses = await Promise.all(Array.from({ length: 5 }, () => request(captcha)));
      expect(responses.filter(({ success }) => success)).toHaveLength(1);
    });

    it('expires after ten minutes, and is then swept', async () => {
      const captcha = await solveCaptcha(server);
      server.clock.advance(10 * MINUTE);
      expect(await request(captcha)).toEqual(FAILED);
      await sweepCodes(server.ctx);
      expect((await server.pool.query('select from spent_proofs')).rowCount).toBe(0);
    });

    it('is refused when forged or unsolved', async () => {
      const captcha = await solveCaptcha(server);
      const { body } = await server.call(null, 'GET', '/auth/captcha');
      const wrong = [
        'x',
        Buffer.from('null').toString('base64'),
        Buffer.from(JSON.stringify(body)).toString('base64'),
        change(captcha, ({ solution }) => {
          solution.derivedKey = '00'.repeat(32);
        }),
        change(captcha, ({ challenge }) => {
          challenge.signature = '00'.repeat(32);
        }),
        change(captcha, ({ challenge }) => {
          challenge.parameters.data.until += 1;
        }),
        change(captcha, ({ challenge }) => {
          delete challenge.parameters.keySignature;
        }),
        // A challenge made easier.
        change(captcha, ({ challenge }) => {
          challenge.parameters.keyPrefix = '00';
        }),
      ];
      for (const one of wrong) expect(await request(one), one).toEqual(FAILED);
      expect(await request(captcha)).toMatchObject({ success: true });
    });

    it('is validated after the phone, whose message comes first', async () => {
      expect((await send({ phone: '12' })).body).toMatchObject({
        code: 'INVALID',
        message: 'Format de téléphone invalide',
        fields: { captcha: 'Vérification anti-robot requise' },
      });
    });
  });

  it('limits code guesses for one number from one address to forty an hour', async () => {
    const phone = newNumber();
    const responses: Seen[] = [];
    for (let n = 0; n < 45; n += 1) responses.push(await ask.verify(phone, '000000'));
    expect(responses.map(({ status }) => status)).toEqual([...Array(40).fill(400), ...Array(5).fill(429)]);
    expect(responses[44]?.body).toEqual(TOO_MANY);
    server.clock.advance(HOUR);
    expect((await ask.verify(phone, '000000')).status).toBe(400);
  });
});

describe('strangers', () => {
  const OWN = '10.1.1.1';

  let server: TestApp;
  let phone: string;

  beforeAll(async () => {
    server = await startTestApp({ limits: { codesPerHour: 10 } });
  });
  beforeEach(async () => {
    await server.pool.query('truncate tries, codes, spent_proofs, known_devices');
    const passwordHash = await quickHash('oublié');
    phone = (await buildUser(server.db, { type: 'customer', passwordHash })).phone ?? '';
  });
  afterAll(() => server.close());

  async function send(path: string, payload: object, remoteAddress: string) {
    const url = `/api/auth/${path}`;
    const response = await server.app.inject({ method: 'POST', url, payload, remoteAddress });
    return { status: response.statusCode, body: response.json(), wait: response.headers['retry-after'] };
  }

  /** Solves a challenge before, and that of a refusal, as our pages do. */
  async function request(from: string, more: { device?: string; request?: string; phone?: string } = {}) {
    const body = { phone, ...more };
    const first = await send('request-otp', { ...body, captcha: await solveCaptcha(server) }, from);
    if (first.body.challenge === undefined) return first;
    return send('request-otp', { ...body, captcha: await solve(first.body.challenge) }, from);
  }

  const verify = (code: string, asked: string | undefined, from = OWN) =>
    send('verify-otp', { phone, code, request: asked }, from);

  /** The code of the latest message. */
  async function latestCode(): Promise<string> {
    const message = (await server.messages()).find(({ to }) => to === phone);
    return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
  }

  const stranger = (n: number) => `10.9.0.${n + 1}`;

  it('a code is worth nothing without its request, and strangers do not use up its tries', async () => {
    const { body } = await request(OWN);
    const code = await latestCode();
    const theirs = (await request(stranger(0))).body.request;
    for (let n = 0; n < 12; n += 1) {
      for (const asked of [undefined, '', 'x'.repeat(43), theirs]) {
        expect((await verify(code === '000000' ? '000001' : '000000', asked, stranger(n))).status).toBe(400);
      }
    }
    for (const asked of [undefined, theirs]) {
      expect((await verify(code, asked, stranger(20))).body.code).toBe('WRONG_CODE');
    }
    expect((await verify(code, body.request)).status).toBe(200);
  });

  it('a neighbour behind the same address neither replaces a code nor uses up its verification', async () => {
    const { body } = await request(OWN);
    const code = await latestCode();
    server.clock.advance(MINUTE);
    await request(OWN);
    for (let n = 0; n < 45; n += 1) await verify('000000', undefined, OWN);
    const verified = await verify(code, body.request, OWN);
    expect(verified.status).toBe(200);
    const reset = { phone, resetToken: verified.body.resetToken, password: 'nouveau' };
    expect((await send('reset-password', reset, OWN)).status).toBe(200);
  });

  it('a reset invalidates the codes that others asked for', async () => {
    const theirs = (await request(stranger(0))).body.request;
    const their = await latestCode();
    const { body } = await request(OWN);
    const { resetToken } = (await verify(await latestCode(), body.request)).body;
    expect((await send('reset-password', { phone, resetToken, password: 'nouveau' }, OWN)).status).toBe(200);
    expect((await verify(their, theirs, stranger(0))).body.code).toBe('WRONG_CODE');
    expect((await server.pool.query('select from codes')).rowCount).toBe(0);
  });

  it('a stranger does not make the owner of a number wait', async () => {
    for (const pause of [0, MINUTE, MINUTE]) {
      server.clock.advance(pause);
      expect((await request(stranger(0))).status).toBe(200);
    }
    expect((await request(stranger(0))).status).toBe(429);
    expect((await request(OWN)).body).toMatchObject({ success: true, resendIn: 60 });
  });

  it('the work doubles with every five codes of a number', async () => {
    const level = async (from: string) => {
      const captcha = await solveCaptcha(server);
      const { status, body } = await send('request-otp', { phone, captcha }, from);
      return status === 200 ? 0 : body.challenge.parameters.data.level;
    };
    const levels: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      if (n % 5 === 4) levels.push(await level(stranger(n)));
      if (n % 5 !== 4 || n > 4) await request(stranger(n));
    }
    expect(levels).toEqual([0, 1, 2, 3]);
  });

  it('limits a telephone to 20 codes a day from unknown devices, which leaves 100 guesses; known devices are counted apart', async () => {
    const login = { identifier: phone, password: 'oublié' };
    const { device } = (await send('login', login, OWN)).body;
    const statuses = [];
    for (let n = 0; n < 25; n += 1) statuses.push((await request(stranger(n))).status);
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
    expect(await request(OWN)).toMatchObject({ status: 429, wait: String(24 * HOUR) });
    // Delivered before, so that the own one is the latest.
    await server.messages();
    const own = await request(OWN, { device });
    expect(own.body).toMatchObject({ success: true, resendIn: 60 });
    expect((await request(OWN, { device })).status).toBe(429);
    const { resetToken } = (await verify(await latestCode(), own.body.request)).body;
    expect((await send('reset-password', { phone, resetToken, password: 'nouveau' }, OWN)).status).toBe(200);
    // For another number the device is not known.
    const other = (await buildUser(server.db, { type: 'customer' })).phone ?? '';
    for (let n = 0; n < 20; n += 1) await request(`10.8.0.${n}`, { phone: other });
    expect((await request(OWN, { phone: other, device })).status).toBe(429);
  });

  it('a known device is not stopped by those who share its address', async () => {
    const { device } = (await send('login', { identifier: phone, password: 'oublié' }, OWN)).body;
    for (let n = 0; n < 10; n += 1) {
      expect((await request(OWN, { phone: `+22901521000${10 + n}` })).status).toBe(200);
    }
    expect((await request(OWN)).status).toBe(429);
    expect((await request(OWN, { device })).status).toBe(200);
  });

  it('unknown numbers get the same answers as known ones', async () => {
    const unknown = '+2290152999999';
    for (const number of [phone, unknown]) {
      const answers = [];
      for (let n = 0; n < 21; n += 1) {
        const { status, body, wait } = await request(stranger(n), { phone: number });
        answers.push([status, Object.keys(body), wait]);
      }
      expect(answers[0]).toEqual([200, ['success', 'request', 'expiresIn', 'resendIn'], undefined]);
      expect(answers[20]).toEqual([429, ['success', 'code', 'message'], String(24 * HOUR)]);
      server.clock.advance(2 * HOUR);
    }
  });
});
