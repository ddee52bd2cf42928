import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { solveCaptcha } from '../session/solve-captcha.fixture.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ settings: { searchesPerMinute: 1 } });
  await buildMedication(server.db, {
    label: 'Coartem 20/120 mg',
    form: 'tablet',
    price: 2_500,
    substances: 'Artéméther + luméfantrine',
    substanceText: 'artemether lumefantrine',
    dosage: '20 mg + 120 mg',
    requiresPrescription: true,
  });
  await buildMedication(server.db, { label: 'Coartem à vérifier', reviewed: false });
  await buildMedication(server.db, { label: 'Coartem sans prix', price: 0 });
  await buildMedication(server.db, { label: 'Coartem retiré', deletedAt: server.clock.now() });
  await buildMedication(server.db, { label: 'Zinc B' });
  await buildMedication(server.db, { label: 'Zinc A' });
});
afterAll(() => server.close());

const search = (q: string) => server.call(null, 'GET', `/public/medications?q=${encodeURIComponent(q)}`);

describe('a visitor who searches for a medicine', () => {
  it.each(['coartem', 'luméfantrine'])(
    'finds with « %s » what a customer may order, without author or review',
    async (q) => {
      const { status, body } = await search(q);
      expect(status).toBe(200);
      expect(body).toEqual({
        medications: [
          {
            _id: expect.any(String),
            label: 'Coartem 20/120 mg',
            form: 'tablet',
            price: 2_500,
            requiresPrescription: true,
            substances: 'Artéméther + luméfantrine',
            dosage: '20 mg + 120 mg',
          },
        ],
        total: 1,
      });
    },
  );

  it('gets equal matches in alphabetical order', async () => {
    const { body } = await search('zinc');
    expect(body.medications.map(({ label }: { label: string }) => label)).toEqual(['Zinc A', 'Zinc B']);
  });

  it.each(['', 'z', '%%', ' é'])('finds nothing with « %s »', async (q) => {
    expect(await search(q)).toMatchObject({ status: 200, body: { medications: [], total: 0 } });
  });

  it('beyond the limit of the address is open to who has done the work, counted alone', async () => {
    const small = await startTestApp({ settings: { publicSearchesPerMinute: 2 } });
    try {
      const search = async (proof?: string) =>
        (
          await small.app.inject({
            method: 'GET',
            url: '/api/public/medications?q=zinc',
            headers: proof === undefined ? {} : { 'x-proof': proof },
          })
        ).statusCode;
      for (let n = 0; n < 3; n += 1) await search();
      expect(await search()).toBe(429);
      const proof = await solveCaptcha(small);
      expect([await search(proof), await search(proof), await search(proof)]).toEqual([200, 200, 429]);
      expect(await search(await solveCaptcha(small))).toBe(200);
      for (const forged of ['x', `${proof.slice(0, -4)}AAAA`, proof.repeat(20)])
        expect(await search(forged)).toBe(429);
      small.clock.advance(600);
      expect(await search(proof)).toBe(429);
    } finally {
      await small.close();
    }
  });

  it('is limited by network address, apart from the searches of customers', async () => {
    const small = await startTestApp({ settings: { publicSearchesPerMinute: 2 } });
    try {
      const from = (remoteAddress: string) =>
        small.app.inject({ method: 'GET', url: '/api/public/medications?q=zinc', remoteAddress });
      for (const _ of [1, 2]) expect((await from('41.85.160.1')).statusCode).toBe(200);
      const refused = await from('41.85.160.1');
      expect(refused.statusCode).toBe(429);
      expect(refused.json().code).toBe('TOO_MANY_TRIES');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await from('41.85.160.2')).statusCode).toBe(200);
      // One subscriber has all the addresses of a /64 network.
      for (const end of ['1', '2']) expect((await from(`2c0f:53c0:1:1::${end}`)).statusCode).toBe(200);
      expect((await from('2c0f:53c0:1:1::3')).statusCode).toBe(429);
      const customer = await small.signIn('customer');
      expect((await small.call(customer, 'GET', '/medications/search?q=zinc')).status).toBe(200);
    } finally {
      await small.close();
    }
  });
});
