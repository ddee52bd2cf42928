import type { SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { Database } from '../database/database.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { solveCaptcha } from '../session/solve-captcha.fixture.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { countPrescribed, findMatches } from './find.ts';

let server: TestApp;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp({ limits: { searchesPerMinute: 500 } });
  customer = await server.signIn('customer');
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
const add = (fields: Partial<MedicationRow>) => buildMedication(server.db, fields);

describe('a search', () => {
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
    'Calcidose 1 500 mg',
    'Calcidose sans sucre 1500mg',
    'Enoxadose 2 500 UI',
    'Artemedose 20/120 mg',
  ];
  beforeAll(async () => {
    for (const label of catalogue) await add({ label });
    await add({ label: 'Xylitol à vérifier', reviewed: false });
    await add({ label: 'Xylitol sans prix', price: 0 });
    await add({ label: 'Xylitol retiré', deletedAt: server.clock.now() });
    for (let n = 10; n < 40; n += 1) await add({ label: `Kétoprofène ${n}` });
  });

  it.each([
    ['paracétamol', 'PARACETAMOL 500'],
    ['accents and case', 'omEPRAzole'],
    ['œ written with two letters', 'oestradiol'],
    ['words in another order', 'mg paracetamol'],
    ['prefixes of words', 'amo cla'],
    ['punctuation between words', 'fer,vitamine-c'],
    ['surrounding spaces', '   zinc  '],
  ])('finds %s', async (_, q) => {
    expect((await found(q)).length).toBeGreaterThan(0);
  });

  it.each(['1 500 mg', '1500mg', '1\u202f500 mg', '1500 mg', '1 500', '1500', '1 500\u338e', '15'])(
    'finds « 1 500 mg » and « 1500mg » by « %s »',
    async (dose) => {
      expect((await found(`calcidose ${dose}`)).sort()).toEqual([
        'Calcidose 1 500 mg',
        'Calcidose sans sucre 1500mg',
      ]);
    },
  );

  it.each(['2 500 UI', '2500UI', '2500 IU', '2\u00a0500 ui'])('finds units by « %s »', async (dose) => {
    expect(await found(`enoxadose ${dose}`)).toEqual(['Enoxadose 2 500 UI']);
  });

  it.each(['arteme 20/120', 'arteme 20 mg 120 mg', 'arteme 20/120mg', 'arte\u200bme 120'])(
    'finds two amounts with one unit by « %s »',
    async (q) => {
      expect(await found(q)).toEqual(['Artemedose 20/120 mg']);
    },
  );

  it.each(["'", '’', '--', '\u0301', '%'])('finds nothing by %j', async (q) => {
    expect(await found(q)).toEqual([]);
  });

  it.each([
    'levo 75 \u00b5g',
    'levo 75 \u03bcg',
    'levo 75 mcg',
    'levo 75\u00b5g',
    'levo 75 microgrammes',
    'lévo 75 ug',
  ])('finds a dose in micrograms by « %s »', async (q) => {
    expect(await found(q)).toEqual(['Lévothyroxine 75 microgrammes', 'Lévothyroxine 75 \u00b5g']);
  });

  it.each(['amoxi 1 000 mg', 'amoxi 1\u202f000 mg', 'amoxi 1000 mg', '\uff41\uff4d\uff4f\uff58\uff49 1000'])(
    'finds thousands and full-width letters by « %s »',
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

  it('tolerates one typo in each of two words, not two in one, in a shorter word or in a dose', async () => {
    expect(await found('amixicilline clavulanoque')).toEqual(['Amoxicilline + acide clavulanique 1 g']);
    for (const q of ['dolxprxne', 'gek', 'doliprane 1001', 'doliprane 10000'])
      expect(await found(q)).toEqual([]);
    expect((await found('doliprane 1000'))[0]).toBe('Doliprane 1000 mg');
  });

  it('ranks labels that begin with it first, then those with a word that does, in French order; typos last', async () => {
    expect(await found('parac')).toEqual([
      'Paracétamol 1 g effervescent',
      'Paracétamol 500 mg, boîte de 16',
      'Caféine + paracétamol',
      'Parapluie',
    ]);
    expect((await found('vitamine c')).slice(0, 2)).toEqual(['Vitamine C 1 g', 'Fer + vitamine C']);
    // Typos are in the order of similarity.
    expect(await found('mortane')).toEqual(['Mortanu', 'Mertane']);
  });

  it.each(['ketoprofene', 'ketoprafene'])('finds at most twenty: %s', async (q) => {
    expect(await found(q)).toHaveLength(20);
  });

  it.each(['', 'p', ' p ', '%', '_', '%%%', '__', '%_', '’’', '+ -', '\u0000\u0000'])(
    'finds nothing with fewer than two letters or digits: %o',
    async (q) => {
      expect(await found(q)).toEqual([]);
    },
  );

  it('finds nothing without a query', async () => {
    const { status, body } = await server.call(customer, 'GET', '/medications/search');
    expect([status, body]).toEqual([200, { medications: [], total: 0 }]);
  });

  it('matches % and _ literally', async () => {
    expect(await found('50%')).toContain('Solution à 50% d’alcool');
    for (const q of ['d%e', 'z_nc']) expect(await found(q)).toEqual([]);
    expect(await found('zi%')).toEqual(['Zinc 20 mg']);
  });

  it('is cut after 80 characters', async () => {
    expect(await found(`${'zinc '.repeat(16)}amoxicilline`)).toEqual(['Zinc 20 mg']);
    expect(await found(`   zinc${' '.repeat(76)}absent`)).toEqual(['Zinc 20 mg']);
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
    'paracetimol amixicilline doliprene acede clavulonique zincar dolirhume ibuprofane',
    'a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9',
    'z '.repeat(40),
    'zinc'.repeat(50),
    `%_%' & zincor:* | !doliprane <-> \\ (`,
    '\u0301'.repeat(80),
    `z${'\u0301'.repeat(79)}`,
  ])('responds to %o', async (q) => {
    expect((await found(q)).length).toBeLessThanOrEqual(20);
  });

  it.each(['q=%ED%A0%80ab', 'q=%FF%FE', 'q=a&q=b', 'q[]=ab', 'q=%'])(
    'answers 4xx at most to %s',
    async (raw) => {
      const { status } = await server.call(customer, 'GET', `/medications/search?${raw}`);
      expect([200, 400, 422]).toContain(status);
    },
  );

  it('hides from customers what they cannot order, not from agents', async () => {
    const agent = await server.signIn('agent');
    for (const q of ['xylitol', 'xylital']) {
      expect(await found(q)).toEqual([]);
      expect((await found(q, agent)).sort()).toEqual(['Xylitol sans prix', 'Xylitol à vérifier']);
    }
  });

  it('is limited per minute and user', async () => {
    const small = await startTestApp({ limits: { searchesPerMinute: 3 } });
    try {
      const [one, two] = [await small.signIn('customer'), await small.signIn('customer')];
      const searchAs = (visitor: Visitor) => small.call(visitor, 'GET', '/medications/search?q=zinc');
      for (const _ of [1, 2, 3]) expect((await searchAs(one)).status).toBe(200);
      const refused = await searchAs(one);
      const message = 'Trop de tentatives. Veuillez réessayer dans quelques minutes.';
      const body = { success: false, code: 'TOO_MANY_TRIES', message };
      expect(refused).toMatchObject({ status: 429, body });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect((await searchAs(two)).status).toBe(200);
      expect((await small.call(one, 'GET', '/medications')).status).toBe(200);
    } finally {
      await small.close();
    }
  });
});

describe('a search by brand', () => {
  const catalogue = [
    ['Amoxicilline 1 g, boîte de 14'],
    ['Amoxicilline 1 g + acide clavulanique 125 mg, boîte de 12'],
    ['Amoxicilline 250 mg/5 ml, flacon', null, 'syrup'],
    ['Artéméther 80 mg + luméfantrine 480 mg'],
    ['Cotrimoxazole 480 mg'],
    ['Magnésium 48 mg'],
    ['Vitamine C 1 g'],
    // The French base writes brands in capitals, and substances apart.
    ['GRIPPEX, comprimé', 'Paracétamol + caféine'],
    ['HELICIDINE 10 %, sirop', 'Hélicidine', 'syrup'],
    ['OZOTHINE 1 g, solution', 'Sulfogaïacol', 'syrup'],
    ['OZOTHINE 100 mg, comprimé', 'Sulfogaïacol'],
    ['SULFOGAIACOL GENERIC 1 g, solution', 'Sulfogaïacol', 'syrup'],
    ['VENTOLINE 100 µg/dose', 'Salbutamol', 'other'],
  ] as const;
  const brands = ['CLARADOL', 'DOLIPRANE', 'EFFERALGAN'];

  beforeAll(async () => {
    await server.db.delete(medications);
    for (const [label, substances = null, form = 'tablet'] of catalogue)
      await add({ label, substances, form });
    const substances = 'Paracétamol';
    for (let n = 10; n < 32; n += 1) await add({ label: `PARACETAMOL LABO ${n}`, substances });
    for (const brand of brands)
      for (const dose of ['500 mg', '1 g']) await add({ label: `${brand} ${dose}`, substances });
    await add({ label: 'PARACETAMOL LABO 500 mg/50 ml, perfusion', substances, form: 'injection' });
    await add({ label: 'APHTEX', substances, price: 0 });
  });

  it.each([
    ['a brand', 'coartem', 'Artéméther 80 mg + luméfantrine 480 mg'],
    ['the beginning of a brand', 'coart', 'Artéméther 80 mg + luméfantrine 480 mg'],
    ['a brand with a typo', 'coarten', 'Artéméther 80 mg + luméfantrine 480 mg'],
    ['a brand of several words', 'co artésiane', 'Artéméther 80 mg + luméfantrine 480 mg'],
    ['a brand with a dose', 'Coartem 80', 'Artéméther 80 mg + luméfantrine 480 mg'],
    ['one of the ways to write its substances', 'bactrim', 'Cotrimoxazole 480 mg'],
    ['a brand whose substance has a number', 'magné b6', 'Magnésium 48 mg'],
    ['another name of a substance', 'acide ascorbique', 'Vitamine C 1 g'],
    ['a brand of the catalogue', 'ozothine', 'SULFOGAIACOL GENERIC 1 g, solution'],
    ['a substance that the label lacks', 'salbutamol', 'VENTOLINE 100 µg/dose'],
    ['a substance with a typo', 'salbutamil', 'VENTOLINE 100 µg/dose'],
    ['two substances that the label lacks', 'cafeine paracetamol', 'GRIPPEX, comprimé'],
    ['a dose without a space', 'amoxicilline 250mg', 'Amoxicilline 250 mg/5 ml, flacon'],
    ['milligrams that are written in grams', 'clamoxyl 1000 mg', 'Amoxicilline 1 g, boîte de 14'],
    ['grams that are written in milligrams', 'coartem 480', 'Artéméther 80 mg + luméfantrine 480 mg'],
    ['a form that the label lacks', 'amoxicilline sirop', 'Amoxicilline 250 mg/5 ml, flacon'],
    ['a brand and a form', 'clamoxil sirop', 'Amoxicilline 250 mg/5 ml, flacon'],
  ])('finds a medicine by %s: %s', async (_, q, label) => {
    expect(await found(q)).toContain(label);
  });

  it('ranks labels that begin with it first, then its substance alone, in forms to swallow whole first', async () => {
    expect(await found('clamoxyl')).toEqual([
      'Amoxicilline 1 g + acide clavulanique 125 mg, boîte de 12',
      'Amoxicilline 1 g, boîte de 14',
      'Amoxicilline 250 mg/5 ml, flacon',
    ]);
    const [first, second, third, ...others] = await found('doliprane');
    expect([first, second, third]).toEqual(['DOLIPRANE 1 g', 'DOLIPRANE 500 mg', 'CLARADOL 1 g']);
    expect(others).toHaveLength(17);
    expect(others).not.toContain('GRIPPEX, comprimé');
    expect(others).not.toContain('PARACETAMOL LABO 500 mg/50 ml, perfusion');
  });

  it('shows other names of a substance after many labels that begin with it, once each, in French order', async () => {
    const labels = await found('paracetamol');
    expect(labels).toHaveLength(20);
    expect(labels.slice(0, 17).every((label) => label.startsWith('PARACETAMOL'))).toBe(true);
    expect(labels.slice(17)).toEqual(brands.map((brand) => `${brand} 1 g`));
  });

  it('finds nothing when the catalogue lacks its substance', async () => {
    expect(await found('nivaquine')).toEqual([]);
  });

  it('is not made where five labels match, unless a brand is typed whole', async () => {
    for (let n = 1; n <= 5; n += 1) await add({ label: `Ventol ${n}` });
    expect(await found('vento')).not.toContain('Salbutamol 2 mg');
    await add({ label: 'Salbutamol 2 mg' });
    expect(await found('ventol')).not.toContain('Salbutamol 2 mg');
    expect(await found('ventoline')).toEqual(['VENTOLINE 100 µg/dose', 'Salbutamol 2 mg']);
  });
});

describe('a search with typos', () => {
  beforeAll(async () => {
    await server.db.delete(medications);
    const labels = ['Doliprane 500 mg', 'Dolirhume', 'Amoxicilline + acide clavulanique', 'Zincal'];
    for (const label of labels) await add({ label });
    for (const n of [1, 2, 3, 4, 5]) await add({ label: `Zincor ${n}` });
  });

  it('forgives one in two words, not in three', async () => {
    expect(await found('amixicilline acede clavulanique')).toEqual(['Amoxicilline + acide clavulanique']);
    expect(await found('amixicilline acede clavulonique')).toEqual([]);
  });

  it('looks for them only when fewer than five labels match', async () => {
    expect(await found('zincor')).toHaveLength(5);
    expect(await found('zincor 1')).toEqual(['Zincor 1']);
    expect(await found('zinco')).not.toContain('Zincal');
    expect(await found('zincax')).toContain('Zincal');
  });

  it('corrects eight searches at once and for a second at most; the others have their exact results', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const reading = vi.fn();
    // A database in which the words of the catalogue, which corrections need, are read slowly.
    const slow: Database = Object.create(server.db, {
      execute: {
        value: async (query: SQL) => {
          reading();
          await released;
          return server.db.execute(query);
        },
      },
    });
    const find = async (phrase: string) =>
      (await findMatches(slow, phrase, { orderableOnly: true, limit: 20 })).map(({ label }) => label);
    const typed = ['do', 'dol', 'doli', 'dolip', 'dolipr', 'dolipra', 'dolipran', 'doliprane'];
    const waiting = Promise.all(typed.map((begin) => find(`${begin} 500`)));
    try {
      await vi.waitFor(() => expect(reading).toHaveBeenCalled(), { timeout: 60_000, interval: 5 });
      // These have enough exact results; meanwhile the eight above come to wait for their corrections.
      for (const phrase of ['zincor', 'zinco', 'zinc', 'zin'])
        expect((await find(phrase)).length).toBeGreaterThan(4);
      expect(await find('dolirhum')).toEqual(['Dolirhume']);
      expect(await find('dolirhime')).toEqual([]);
      // Although the words are still being read.
      expect(await waiting).toEqual(typed.map(() => ['Doliprane 500 mg']));
    } finally {
      release();
    }
    await vi.waitFor(async () => expect(await find('dolirhime')).toEqual(['Dolirhume']), {
      timeout: 60_000,
      interval: 5,
    });
  });
});

describe('a visitor who searches', () => {
  beforeAll(async () => {
    await server.db.delete(medications);
    await add({
      label: 'Coartem 20/120 mg',
      price: 2_500,
      substances: 'Artéméther + luméfantrine',
      substanceText: 'artemether lumefantrine',
      dosage: '20 mg + 120 mg',
      requiresPrescription: true,
    });
    await add({ label: 'Coartem à vérifier', reviewed: false });
    await add({ label: 'Coartem sans prix', price: 0 });
    await add({ label: 'Coartem retiré', deletedAt: server.clock.now() });
    for (const label of ['Zinc B', 'Zinc A']) await add({ label });
  });
  const publicSearch = (q: string) =>
    server.call(null, 'GET', `/public/medications?q=${encodeURIComponent(q)}`);

  it.each(['coartem', 'luméfantrine'])(
    'finds with « %s » what a customer may order, without author or review',
    async (q) => {
      const medicine = {
        _id: expect.any(String),
        label: 'Coartem 20/120 mg',
        form: 'tablet',
        price: 2_500,
        requiresPrescription: true,
        substances: 'Artéméther + luméfantrine',
        dosage: '20 mg + 120 mg',
      };
      const { status, body } = await publicSearch(q);
      expect([status, body]).toEqual([200, { medications: [medicine], total: 1 }]);
    },
  );

  it('gets equal matches in alphabetical order', async () => {
    const { body } = await publicSearch('zinc');
    expect(body.medications).toMatchObject([{ label: 'Zinc A' }, { label: 'Zinc B' }]);
  });

  it.each(['', 'z', '%%', ' é'])('finds nothing with « %s »', async (q) => {
    expect(await publicSearch(q)).toMatchObject({ status: 200, body: { medications: [], total: 0 } });
  });

  describe('is limited by network address', () => {
    let small: TestApp;
    beforeAll(async () => {
      small = await startTestApp({ limits: { publicSearchesPerMinute: 2 } });
    });
    afterAll(() => small.close());
    const from = (remoteAddress: string, headers = {}) =>
      small.app.inject({ method: 'GET', url: '/api/public/medications?q=zinc', remoteAddress, headers });

    it('apart from the searches of customers', async () => {
      const status = async (address: string) => (await from(address)).statusCode;
      for (const _ of [1, 2]) expect(await status('41.85.160.1')).toBe(200);
      const refused = await from('41.85.160.1');
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_TRIES']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(await status('41.85.160.2')).toBe(200);
      // One subscriber has all the addresses of a /64 network.
      for (const end of ['1', '2']) expect(await status(`2c0f:53c0:1:1::${end}`)).toBe(200);
      expect(await status('2c0f:53c0:1:1::3')).toBe(429);
      const reader = await small.signIn('customer');
      expect((await small.call(reader, 'GET', '/medications/search?q=zinc')).status).toBe(200);
    });

    it('but open to who has done the work, counted alone', async () => {
      const status = async (proof?: string) =>
        (await from('41.85.160.3', proof === undefined ? {} : { 'x-proof': proof })).statusCode;
      for (let n = 0; n < 3; n += 1) await status();
      expect(await status()).toBe(429);
      const proof = await solveCaptcha(small);
      expect([await status(proof), await status(proof), await status(proof)]).toEqual([200, 200, 429]);
      expect(await status(await solveCaptcha(small))).toBe(200);
      for (const forged of ['x', `${proof.slice(0, -4)}AAAA`, proof.repeat(20)])
        expect(await status(forged)).toBe(429);
      small.clock.advance(600);
      expect(await status(proof)).toBe(429);
    });
  });
});

describe('the strengths of a name', () => {
  const medicines = new Map<string, MedicationRow>();
  const catalogue = [
    ['Metformine 1000 mg', 'Metformine'],
    ['Metformine 500 mg', 'Metformine'],
    ['Metformine 850 mg', 'Metformine'],
    ['Metformine + sitagliptine 1000 mg', 'Metformine + sitagliptine'],
    ['Metolazone 5 mg', 'Métolazone'],
    ['Glucophage 1000 mg', 'Metformine'],
    ['Glucophage 500 mg', 'Metformine'],
    ['Stagid 700 mg', 'Metformine'],
  ] as const;
  beforeAll(async () => {
    await server.db.delete(medications);
    for (const [label, substances] of catalogue) medicines.set(label, await add({ label, substances }));
  });

  async function prescribe(label: string, times: number): Promise<void> {
    const items = [{ medication: medicines.get(label)!, quantity: 1 }];
    for (let n = 0; n < times; n += 1)
      await buildPrescription(server.db, { items, createdAt: server.clock.now() });
  }
  const first = async (count: number, q: string) => (await found(q)).slice(0, count);

  it('are in the order of their names without prescriptions', async () => {
    await countPrescribed(server.ctx);
    const inOrder = ['Metformine 500 mg', 'Metformine 850 mg', 'Metformine 1000 mg'];
    expect(await first(3, 'metformine')).toEqual(inOrder);
  });

  it('begin with the one prescribed most in a year, and names keep their order', async () => {
    await prescribe('Metformine 850 mg', 3);
    await prescribe('Metformine 500 mg', 2);
    await prescribe('Glucophage 500 mg', 4);
    await prescribe('Stagid 700 mg', 6);
    await prescribe('Metolazone 5 mg', 9);
    await countPrescribed(server.ctx);
    expect(await found('met')).toEqual([
      'Metformine 850 mg',
      'Metformine 500 mg',
      'Metformine 1000 mg',
      'Metformine + sitagliptine 1000 mg',
      'Metolazone 5 mg',
      // « met » is also a word of the substances of other names: a name prescribed more often is not before them.
      'Glucophage 500 mg',
      'Glucophage 1000 mg',
      'Stagid 700 mg',
    ]);
    expect(await first(2, 'glucophage')).toEqual(['Glucophage 500 mg', 'Glucophage 1000 mg']);
  });

  it('no longer count prescriptions older than a year', async () => {
    server.clock.advance(366 * 24 * 3_600);
    await prescribe('Metformine 1000 mg', 1);
    await countPrescribed(server.ctx);
    // The session has expired too.
    customer = await server.signIn('customer');
    const inOrder = ['Metformine 1000 mg', 'Metformine 500 mg', 'Metformine 850 mg'];
    expect(await first(3, 'metformine')).toEqual(inOrder);
    const { rows } = await server.pool.query('select sum(prescribed)::integer as n from medications');
    expect(rows).toEqual([{ n: 1 }]);
  });
});
