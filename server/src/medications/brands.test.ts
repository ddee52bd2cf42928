import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;

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
  server = await startTestApp();
  customer = await server.signIn('customer');
  for (const [label, substances = null, form = 'tablet'] of catalogue) {
    await buildMedication(server.db, { label, substances, form });
  }
  const paracetamol = { substances: 'Paracétamol' };
  for (let n = 10; n < 32; n += 1)
    await buildMedication(server.db, { label: `PARACETAMOL LABO ${n}`, ...paracetamol });
  for (const brand of brands) {
    for (const dose of ['500 mg', '1 g'])
      await buildMedication(server.db, { label: `${brand} ${dose}`, ...paracetamol });
  }
  await buildMedication(server.db, {
    label: 'PARACETAMOL LABO 500 mg/50 ml, perfusion',
    ...paracetamol,
    form: 'injection',
  });
  await buildMedication(server.db, { label: 'APHTEX', substances: 'Paracétamol', price: 0 });
});
afterAll(() => server.close());

const found = async (q: string): Promise<string[]> => {
  const { body } = await server.call(customer, 'GET', `/medications/search?q=${encodeURIComponent(q)}`);
  return body.medications.map(({ label }: { label: string }) => label);
};

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

it('ranks labels that begin with a brand first, then its substance alone, in forms to swallow whole first', async () => {
  expect(await found('clamoxyl')).toEqual([
    'Amoxicilline 1 g + acide clavulanique 125 mg, boîte de 12',
    'Amoxicilline 1 g, boîte de 14',
    'Amoxicilline 250 mg/5 ml, flacon',
  ]);
  const [first, second, third, ...others] = await found('doliprane');
  expect([first, second]).toEqual(['DOLIPRANE 1 g', 'DOLIPRANE 500 mg']);
  expect(third).toBe('CLARADOL 1 g');
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

it('finds nothing by a brand whose substance the catalogue lacks', async () => {
  expect(await found('nivaquine')).toEqual([]);
});

it('does not look for brands where five labels match, unless one is typed whole', async () => {
  for (let n = 1; n <= 5; n += 1) await buildMedication(server.db, { label: `Ventol ${n}` });
  expect(await found('vento')).not.toContain('Salbutamol 2 mg');
  await buildMedication(server.db, { label: 'Salbutamol 2 mg' });
  expect(await found('ventol')).not.toContain('Salbutamol 2 mg');
  expect(await found('ventoline')).toEqual(['VENTOLINE 100 µg/dose', 'Salbutamol 2 mg']);
});
