import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let agent: Visitor;

const catalogue = [
  'Paracétamol 500 mg, boîte de 16',
  'Paracétamol 1 g effervescent',
  'Caféine + paracétamol',
  'Amoxicilline 500 mg',
  'Amoxicilline + acide clavulanique 1 g',
  'Doliprane 1000 mg',
  'Oméprazole 20 mg',
  'Œstradiol gel',
  'Vitamine C 1 g',
  'Fer + vitamine C',
  'Solution à 50% d’alcool',
  'Zinc 20 mg',
  'Lévothyroxine 75 microgrammes',
  'Lévothyroxine 75 \u00b5g',
  'Amoxicilline 1 000 mg',
  'Parapluie',
  'Mertane',
  'Mortanu',
];

beforeAll(async () => {
  server = await startTestApp({
    settings: {
      addressLimit: 100,
      searchesPerMinute: 500,
      paymentsPerMinute: 1_000,
      uploadsPerMinute: 100_000,
      insuranceStrict: false,
      emergencyNumber: '112',
      contactPhone: '+2290197000000',
    },
  });
  customer = await server.signIn('customer');
  agent = await server.signIn('agent');
  for (const label of catalogue) await buildMedication(server.db, { label });
  await buildMedication(server.db, { label: 'Xylitol à vérifier', reviewed: false });
  await buildMedication(server.db, { label: 'Xylitol sans prix', price: 0 });
  await buildMedication(server.db, { label: 'Xylitol retiré', deletedAt: server.clock.now() });
  for (let n = 10; n < 40; n += 1) await buildMedication(server.db, { label: `Kétoprofène ${n}` });
});
afterAll(() => server.close());

const search = (q: string, visitor = customer) =>
  server.call(visitor, 'GET', `/medications/search?q=${encodeURIComponent(q)}`);
const found = async (q: string, visitor = customer): Promise<string[]> => {
  const { status, body } = await search(q, visitor);
  expect(status).toBe(200);
  expect(body.total).toBe(body.medications.length);
  return body.medications.map(({ label }: { label: string }) => label);
};

describe('finds', () => {
  it.each([
    ['paracétamol', 'PARACETAMOL 500'],
    ['accents and case', 'omEPRAzole'],
    ['œ written with two letters', 'oestradiol'],
    ['words in another order', 'mg paracetamol'],
    ['prefixes of words', 'amo cla'],
    ['punctuation between words', 'fer,vitamine-c'],
    ['surrounding spaces', '   zinc  '],
  ])('%s', async (_, q) => {
    expect((await found(q)).length).toBeGreaterThan(0);
  });

  it.each([
    'levo 75 \u00b5g',
    'levo 75 \u03bcg',
    'levo 75 mcg',
    'levo 75\u00b5g',
    'levo 75 microgrammes',
    'lévo 75 ug',
  ])('a dose in micrograms by « %s »', async (q) => {
    expect(await found(q)).toEqual(['Lévothyroxine 75 microgrammes', 'Lévothyroxine 75 \u00b5g']);
  });

  it.each(['amoxi 1 000 mg', 'amoxi 1\u202f000 mg', 'amoxi 1000 mg', '\uff41\uff4d\uff4f\uff58\uff49 1000'])(
    'thousands and full-width letters by « %s »',
    async (q) => {
      expect(await found(q)).toContain('Amoxicilline 1 000 mg');
    },
  );

  it('requires every word', async () => {
    expect(await found('amoxicilline acide')).toEqual(['Amoxicilline + acide clavulanique 1 g']);
    expect(await found('amoxicilline zinc')).toEqual([]);
  });

  it.each([
    ['another letter', 'dolipzane'],
    ['another first letter', 'boliprane'],
    ['another last letter', 'dolipranz'],
    ['a missing letter', 'dolprane'],
    ['a missing first letter', 'oliprane'],
    ['an extra letter', 'dolliprane'],
    ['two letters swapped', 'dolirpane'],
    ['the first two swapped', 'odliprane'],
    ['the last two swapped', 'dolipraen'],
    ['a wrong letter in a prefix', 'dopip'],
    ['a missing letter in a prefix', 'dlip'],
    ['an extra letter in a prefix', 'dollip'],
  ])('tolerates %s', async (_, q) => {
    expect((await found(q))[0]).toBe('Doliprane 1000 mg');
  });

  it.each(['zonc', 'xinc', 'zinx', 'iznc', 'znic', 'zicn', 'zzinc', 'zinnc', 'ziinc'])(
    'tolerates one typo in a word of four letters: %s',
    async (q) => {
      expect(await found(q)).toContain('Zinc 20 mg');
    },
  );

  it('does not tolerate two typos, a typo in a shorter word or in a dose', async () => {
    expect(await found('dolxprxne')).toEqual([]);
    expect(await found('gek')).toEqual([]);
    expect(await found('doliprane 1001')).toEqual([]);
    expect(await found('doliprane 10000')).toEqual([]);
    expect((await found('doliprane 1000'))[0]).toBe('Doliprane 1000 mg');
  });

  it('tolerates one typo in each of two words', async () => {
    expect(await found('amixicilline clavulanoque')).toEqual(['Amoxicilline + acide clavulanique 1 g']);
  });
});

describe('ranking', () => {
  it('ranks labels that begin with the query first, then those with a word that does, in French order; typos last', async () => {
    expect(await found('parac')).toEqual([
      'Paracétamol 1 g effervescent',
      'Paracétamol 500 mg, boîte de 16',
      'Caféine + paracétamol',
      'Parapluie',
    ]);
    expect((await found('vitamine c')).slice(0, 2)).toEqual(['Vitamine C 1 g', 'Fer + vitamine C']);
  });

  it('orders typos by similarity', async () => {
    expect(await found('mortane')).toEqual(['Mortanu', 'Mertane']);
  });

  it('returns at most twenty', async () => {
    expect(await found('ketoprofene')).toHaveLength(20);
    expect(await found('ketoprafene')).toHaveLength(20);
  });
});

describe('the query', () => {
  it.each(['', 'p', ' p ', '%', '_', '%%%', '__', '%_', '’’', '+ -', '\u0000\u0000'])(
    'finds nothing with fewer than two letters or digits: %o',
    async (q) => {
      expect((await search(q)).body).toEqual({ medications: [], total: 0 });
    },
  );

  it('finds nothing when missing', async () => {
    const { status, body } = await server.call(customer, 'GET', '/medications/search');
    expect({ status, body }).toEqual({ status: 200, body: { medications: [], total: 0 } });
  });

  it('matches % and _ literally', async () => {
    expect(await found('50%')).toContain('Solution à 50% d’alcool');
    expect(await found('d%e')).toEqual([]);
    expect(await found('z_nc')).toEqual([]);
    expect(await found('zi%')).toEqual(['Zinc 20 mg']);
  });

  it('is cut after 80 characters', async () => {
    const filled = `zinc${' '.repeat(76)}`;
    expect(await found(`${'zinc '.repeat(16)}amoxicilline`)).toEqual(['Zinc 20 mg']);
    expect(await found(`   ${filled}absent`)).toEqual(['Zinc 20 mg']);
    expect(await found('z'.repeat(2_000))).toEqual([]);
  });

  it.each([
    "'; drop table medications; --",
    '\\',
    'a\\',
    '(((((',
    '[a-z]*+?{1,2}|^$',
    '\ud83d\ude00\ud83d\ude00',
    `${'x'.repeat(79)}\ud83d\ude00`,
    'éàüöñ ßłøđ ΑΒΓΔ 漢字漢字 абвг',
    'abcd '.repeat(16),
    'a b c d e f g h i j k l m n o p q r s t u v w x y z',
  ])('returns 200 for %o', async (q) => {
    expect((await search(q)).status).toBe(200);
  });

  it('returns 4xx at most for a malformed query string', async () => {
    for (const raw of ['q=%ED%A0%80ab', 'q=%FF%FE', 'q=a&q=b', 'q[]=ab', 'q=%']) {
      const { status } = await server.call(customer, 'GET', `/medications/search?${raw}`);
      expect([200, 400, 422], raw).toContain(status);
    }
  });
});

describe('access', () => {
  it('hides from customers what they cannot order, not from agents', async () => {
    expect(await found('xylitol')).toEqual([]);
    expect(await found('xylital')).toEqual([]);
    expect(await found('xylitol', agent)).toEqual(['Xylitol à vérifier', 'Xylitol sans prix']);
    expect(new Set(await found('xylital', agent))).toEqual(
      new Set(['Xylitol à vérifier', 'Xylitol sans prix']),
    );
  });

  it('limits searches per minute and user', async () => {
    const small = await startTestApp({
      settings: {
        addressLimit: 100,
        searchesPerMinute: 3,
        paymentsPerMinute: 1_000,
        uploadsPerMinute: 100_000,
        insuranceStrict: false,
        emergencyNumber: '112',
        contactPhone: '+2290197000000',
      },
    });
    try {
      const one = await small.signIn('customer');
      const two = await small.signIn('customer');
      const searchAs = (visitor: Visitor) => small.call(visitor, 'GET', '/medications/search?q=zinc');
      for (const _ of [1, 2, 3]) expect((await searchAs(one)).status).toBe(200);
      const refused = await searchAs(one);
      expect(refused).toMatchObject({
        status: 429,
        body: {
          success: false,
          code: 'TOO_MANY_TRIES',
          message: 'Trop de tentatives. Veuillez réessayer dans quelques minutes.',
        },
      });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect((await searchAs(two)).status).toBe(200);
      expect((await small.call(one, 'GET', '/medications')).status).toBe(200);
    } finally {
      await small.close();
    }
  });
});
