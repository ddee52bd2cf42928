import { describe, expect, it } from 'vitest';
import { type Composition, isEquivalent } from './equivalent.ts';

const amoxicillin: Composition = {
  label: 'AMOXICILLINE ARROW 500 mg, gélule',
  form: 'capsule',
  substances: 'Amoxicilline',
  dosage: '500 mg',
};

const both: Composition = {
  label: 'TELMISARTAN/HYDROCHLOROTHIAZIDE EG 80 mg/12,5 mg, comprimé',
  form: 'tablet',
  substances: 'Hydrochlorothiazide + telmisartan',
  dosage: '12,50 mg + 80 mg',
};

const syrup: Composition = {
  label: 'IBUPROFENE EG 20 mg/ml ENFANTS ET NOURRISSONS, suspension buvable',
  form: 'syrup',
  substances: 'Ibuprofène',
  dosage: '20 mg',
};

describe('isEquivalent', () => {
  it.each<[string, Composition, Partial<Composition>]>([
    ['of another maker', amoxicillin, { label: 'AMOXICILLINE BIOGARAN 500 mg, gélule' }],
    ['by a brand', amoxicillin, { label: 'CLAMOXYL 500 mg, gélule' }],
    ['whose amount is written closer', amoxicillin, { label: 'Clamoxyl 500mg, gélule', dosage: '500mg' }],
    ['whose name has no strength twice', both, { label: 'TELMIZIDE 80 mg/12,5 mg, comprimé pelliculé' }],
    [
      'whose substances are named in another order',
      both,
      { substances: 'Telmisartan + hydrochlorothiazide', dosage: '80 mg + 12,5 mg' },
    ],
    ['for the same age', syrup, { label: 'ADVILMED 20 mg/ml ENFANTS ET NOURRISSONS, suspension buvable' }],
    ['whose package is not said', amoxicillin, { label: 'CLAMOXYL 500 mg, boîte de 12' }],
  ])('is one %s', (_, one, change) => {
    const other = { ...one, ...change };
    expect([isEquivalent(one, other), isEquivalent(other, one)]).toEqual([true, true]);
  });

  it.each<[string, Composition, Partial<Composition>]>([
    ['of another substance', amoxicillin, { substances: 'Ampicilline' }],
    ['of another strength', amoxicillin, { label: 'AMOXICILLINE ARROW 250 mg, gélule', dosage: '250 mg' }],
    ['whose name tells another strength', amoxicillin, { label: 'CLAMOXYL 250 mg, gélule' }],
    ['with amounts that change places', both, { dosage: '80 mg + 12,5 mg' }],
    ['of another form', amoxicillin, { form: 'tablet' }],
    ['that is released slowly', both, { label: 'TELMIZIDE 80 mg/12,5 mg LP, comprimé' }],
    ['that is dissolved', both, { label: 'TELMIZIDE 80 mg/12,5 mg, comprimé effervescent' }],
    ['for the vagina', amoxicillin, { label: 'X 500 mg, capsule vaginale' }],
    ['for adults', syrup, { label: 'IBUPROFENE 20 mg/ml ADULTES, suspension buvable' }],
    [
      'of another volume',
      syrup,
      { label: 'IBUPROFENE 20 mg/5 ml ENFANTS ET NOURRISSONS, suspension buvable' },
    ],
    ['whose slow release is written with points', amoxicillin, { label: 'X L.P. 500 mg, gélule' }],
    ['by an English name of a slow release', amoxicillin, { label: 'X SR 500 mg, gélule' }],
    ['that is sucked out between cheek and gum', amoxicillin, { label: 'X 500 mg, gélule buccogingivale' }],
    ['that is inhaled', amoxicillin, { label: 'X 500 mg, gélule pour inhalation' }],
    ['without sugar', syrup, { label: 'X 20 mg/ml ENFANTS ET NOURRISSONS SANS SUCRE, suspension buvable' }],
    ['of unknown substances', amoxicillin, { substances: null }],
    ['of unknown amounts', both, { dosage: ' + ' }],
    ['with one amount for two substances', both, { dosage: '80 mg' }],
  ])('is none %s', (_, one, change) => {
    const other = { ...one, ...change };
    expect([isEquivalent(one, other), isEquivalent(other, one)]).toEqual([false, false]);
  });

  it.each(['injection', 'cream', 'drops', 'other'] as const)(
    'leaves the route of %s to a pharmacist',
    (form) => {
      const one = { ...amoxicillin, form };
      expect(isEquivalent(one, { ...one, label: 'CLAMOXYL 500 mg' })).toBe(false);
    },
  );

  it.each(['boîte de #', 'B/#', 'boîte #', '# gélules', '#CP'])(
    'asks a pharmacist about a package of another size: %s',
    (written) => {
      const of = (size: number): Composition => ({
        ...amoxicillin,
        label: `CLAMOXYL 500 mg, ${written.replace('#', String(size))}`,
      });
      expect([isEquivalent(of(12), of(12)), isEquivalent(of(12), of(24))]).toEqual([true, false]);
    },
  );

  it('tells a modified release from a prolonged one', () => {
    const of = (release: string): Composition => ({
      ...amoxicillin,
      label: `X 500 mg, gélule à libération ${release}`,
    });
    expect(isEquivalent(of('modifiée'), of('prolongée'))).toBe(false);
  });

  it.each([
    ['Éthinylestradiol + lévonorgestrel', '30 µg + 150 µg'],
    ['Lévothyroxine', '100 µg'],
    ['Tacrolimus', '1 mg'],
  ])('asks a pharmacist about every other %s', (substances, dosage) => {
    const one = { ...amoxicillin, label: 'X, gélule', substances, dosage };
    expect(isEquivalent(one, { ...one, label: 'Y, gélule' })).toBe(false);
  });

  it('does not call two unknown medicines equivalent', () => {
    const unknown = { ...amoxicillin, substances: null, dosage: null };
    expect(isEquivalent(unknown, unknown)).toBe(false);
  });
});
