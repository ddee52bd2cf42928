import { describe, expect, it } from 'vitest';
import { prescribedItems, prescriptionBody } from './draft.ts';

const NONE = 'Ajoutez au moins un médicament valide';
const QUANTITY = 'Quantité invalide (nombre entier de 1 à 999)';
const items = prescribedItems(NONE);
const line = { label: 'Paracétamol', quantity: 2, price: 500 };
const messages = (schema: typeof items | typeof prescriptionBody, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('the items that a pharmacist enters', () => {
  it('drops lines without a label, a quantity or a price above 0', () => {
    const dropped = [
      null,
      'x',
      {},
      { ...line, label: ' ' },
      { ...line, quantity: 0 },
      { ...line, quantity: -1 },
    ];
    expect(items.parse([...dropped, line, { ...line, price: 0 }])).toEqual([line]);
  });

  it('keeps the posology and the duration of a line', () => {
    const written = { ...line, posology: ' 1 comprimé matin et soir ', duration: '7 jours' };
    expect(items.parse([written])).toEqual([{ ...written, posology: '1 comprimé matin et soir' }]);
    expect(messages(items, [{ ...line, posology: 'x'.repeat(121), duration: 'x'.repeat(61) }])).toEqual([
      ['0.posology', '120 caractères maximum'],
      ['0.duration', '60 caractères maximum'],
    ]);
  });

  it.each([[[]], [[{ ...line, price: 0 }]], [[null]], [null], [undefined], ['x'], [{}]])(
    'rejects %o, which contains no valid line',
    (value) => {
      expect(messages(items, value)).toEqual([['', NONE]]);
    },
  );

  it.each([1.5, '2', Number.NaN, 1000])(
    'rejects a quantity of %o instead of dropping the line',
    (quantity) => {
      const sent = { type: 'numerical', items: [{ ...line, quantity }] };
      expect(messages(prescriptionBody, sent)).toEqual([['items.0.quantity', QUANTITY]]);
    },
  );
});

describe('`prescription` in PUT /orders/{id}', () => {
  const id = '0198c2f0-0000-7000-8000-000000000001';

  it.each([
    [{ items: [line] }, { type: 'numerical', items: [line] }],
    [
      { type: 'numerical', items: [line], prescriptionNumber: 'ORD-1' },
      { type: 'numerical', items: [line] },
    ],
    [{ prescriptionNumber: ' ORD-12345678 ', items: null }, { prescriptionNumber: 'ORD-12345678' }],
    [{ _id: id, prescriptionNumber: null }, { _id: id }],
    [id, { _id: id }],
  ])('parses %o as %o', (sent, parsed) => {
    expect(prescriptionBody.parse(sent)).toEqual(parsed);
  });

  it.each([
    [null, '', NONE],
    [{}, '', NONE],
    [{ type: 'physical', items: [line] }, 'type', NONE],
    [{ prescriptionNumber: ' ' }, 'prescriptionNumber', "Veuillez entrer un numéro d'ordonnance valide"],
    ['pas un identifiant', '_id', 'Valeur invalide'],
  ])('rejects %o', (sent, path, message) => {
    expect(messages(prescriptionBody, sent)).toContainEqual([path === '' ? 'items' : path, message]);
  });
});
