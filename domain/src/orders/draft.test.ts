import { describe, expect, it } from 'vitest';
import { firstIssues } from '../testing/first-issues.ts';
import { changeOrderBody, orderDraft, placeOrderBody } from './draft.ts';

const medicationId = '019a9f3e-5f1c-7c11-9b1e-3f2a4b5c6d7e';
const item = { medicationId, quantity: 2 };
const draft = {
  prescription: { type: 'numerical', items: [item] },
  deliveryZone: 'Cadjèhoun',
  deliveryAddress: 'Portail bleu',
};
const QUANTITY = 'Quantité invalide (nombre entier de 1 à 999)';
const NO_MEDICINE = 'Veuillez ajouter au moins un médicament';
const NO_FILE = 'Veuillez uploader votre ordonnance';
const NO_NUMBER = "Veuillez entrer un numéro d'ordonnance valide";

describe('the three ways of ordering', () => {
  it.each([
    [draft.prescription],
    [
      {
        type: 'numerical',
        items: [{ label: 'Paracétamol', form: 'tablet', price: 500, quantity: 1 }],
      },
    ],
    [{ type: 'physical', url: 'fichier-1' }],
    [{ type: 'numerical', prescriptionNumber: 'ORD-12345678' }],
  ])('accepts %o unchanged', (prescription) => {
    expect(orderDraft.parse({ ...draft, prescription })).toEqual({
      ...draft,
      prescription,
    });
  });

  it('strips characters that the database rejects', () => {
    const typed = { label: ' Para\u0000cétamol ', form: 'tab\u0000let\ud800', quantity: 1 };
    const { prescription } = orderDraft.parse({ ...draft, prescription: { items: [typed] } });
    expect(prescription).toEqual({
      type: 'numerical',
      items: [{ label: 'Paracétamol', form: 'tablet', quantity: 1 }],
    });
  });

  it('defaults the type to numerical', () => {
    const { prescription } = orderDraft.parse({
      ...draft,
      prescription: { items: [item] },
    });
    expect(prescription).toEqual(draft.prescription);
  });

  it.each([
    [{ medicationId, label: null, form: null, price: null, quantity: 1 }],
    [{ medicationId: null, label: 'Paracétamol', form: null, quantity: 1 }],
  ])('accepts null in unused fields: %o', (line) => {
    const items = { type: 'numerical', items: [line] };
    const numbered = { type: 'numerical', prescriptionNumber: 'ORD-12345678' };
    const read = (prescription: object) => orderDraft.parse({ ...draft, prescription }).prescription;
    expect(read({ ...items, prescriptionNumber: null })).toEqual(items);
    expect(read({ ...items, prescriptionNumber: null, url: null })).toEqual(items);
    expect(read({ ...numbered, items: null })).toEqual(numbered);
    expect(read({ type: 'physical', url: 'fichier-1', items: null, prescriptionNumber: null })).toEqual({
      type: 'physical',
      url: 'fichier-1',
    });
  });

  it('trims texts, strips control characters and drops unknown fields', () => {
    const typed = {
      ...draft,
      prescription: {
        type: 'numerical',
        items: [{ ...item, total: 1, discount: 90 }],
        used: false,
      },
      deliveryAddress: '  Portail\u0000 bleu ',
      state: 'pending',
      totalAmount: 1,
      customer: 'x',
    };
    expect(orderDraft.parse(typed)).toEqual(draft);
  });
});

describe('an order without valid contents', () => {
  it.each([
    [undefined, 'items', NO_MEDICINE],
    [null, 'items', NO_MEDICINE],
    ['texte', 'items', NO_MEDICINE],
    [{}, 'items', NO_MEDICINE],
    [{ type: 'numerical', items: [] }, 'items', NO_MEDICINE],
    [{ type: 'numerical', items: null }, 'items', NO_MEDICINE],
    [{ type: 'physical' }, 'url', NO_FILE],
    [{ type: 'physical', url: ' ' }, 'url', NO_FILE],
    [{ type: 'physical', url: 12, items: [item] }, 'url', NO_FILE],
    [{ type: 'numerical', prescriptionNumber: '' }, 'prescriptionNumber', NO_NUMBER],
    [{ type: 'numerical', prescriptionNumber: null }, 'prescriptionNumber', NO_NUMBER],
    [{ type: 'papier', items: [item] }, 'type', 'Valeur invalide'],
    [{ type: 'numerical', items: Array(101).fill(item) }, 'items', '100 lignes maximum'],
    [{ type: 'numerical', items: [{ quantity: 1 }] }, 'items.0.label', 'Médicament requis'],
    [{ type: 'numerical', items: [{ label: ' \u0000', quantity: 1 }] }, 'items.0.label', 'Médicament requis'],
    [
      { type: 'numerical', items: [{ ...item, medicationId: '12' }] },
      'items.0.medicationId',
      'Valeur invalide',
    ],
    [{ type: 'numerical', items: [item, null] }, 'items.1', 'Valeur invalide'],
  ])('%o: %s, %s', (prescription, field, message) => {
    expect(firstIssues(placeOrderBody, { ...draft, prescription })).toEqual({
      [`prescription.${field}`]: message,
    });
  });
});

describe('a quantity', () => {
  const invalid = [
    0,
    -1,
    1.5,
    1000,
    1e9,
    1e300,
    '2',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    true,
    [1],
  ];
  const withQuantity = (quantity: unknown) => ({
    ...draft,
    prescription: {
      type: 'numerical',
      items: [item, { medicationId, quantity }],
    },
  });

  it.each(invalid)('rejects %o', (quantity) => {
    expect(firstIssues(orderDraft, withQuantity(quantity))).toEqual({
      'prescription.items.1.quantity': QUANTITY,
    });
  });

  it.each([1, 2, 999])('accepts %i', (quantity) => {
    expect(orderDraft.safeParse(withQuantity(quantity)).success).toBe(true);
  });
});

describe('the zone and the address', () => {
  const long = 'a'.repeat(5_000);

  it.each([
    [{ deliveryZone: undefined }, { deliveryZone: 'Zone requise' }],
    [{ deliveryZone: '  ' }, { deliveryZone: 'Zone requise' }],
    [{ deliveryZone: long }, { deliveryZone: 'Zone requise' }],
    [{ deliveryZone: { _id: medicationId } }, { deliveryZone: 'Zone requise' }],
    [{ deliveryAddress: undefined }, { deliveryAddress: 'Adresse requise' }],
    [{ deliveryAddress: ' \n ' }, { deliveryAddress: 'Adresse requise' }],
    [{ deliveryAddress: long }, { deliveryAddress: 'Adresse trop longue (300 caractères maximum)' }],
  ])('%o: %o', (change, issues) => {
    expect(firstIssues(placeOrderBody, { ...draft, ...change })).toEqual(issues);
  });

  it('reports every issue of an empty body at once', () => {
    expect(firstIssues(placeOrderBody, {})).toEqual({
      'prescription.items': NO_MEDICINE,
      deliveryZone: 'Zone requise',
      deliveryAddress: 'Adresse requise',
    });
  });

  it('accepts a body with every field, and null for those that a client leaves out', () => {
    const whole = {
      ...draft,
      finalAmount: 4_488,
      insuranceCard: null,
      transactionId: 'T-1',
    };
    expect(placeOrderBody.parse(whole)).toEqual(whole);
    expect(
      placeOrderBody.safeParse({
        ...whole,
        finalAmount: null,
        transactionId: null,
      }).success,
    ).toBe(true);
    expect(firstIssues(placeOrderBody, { ...whole, insuranceCard: 'la mienne' })).toEqual({
      insuranceCard: 'Valeur invalide',
    });
  });
});

it('accepts null for unused fields of PUT /orders/{id}', () => {
  for (const body of [
    { transactionId: 'T-1', state: null, finalAmount: null, prescription: null },
    { transactionId: null, state: null, finalAmount: null, prescription: { items: [item] } },
  ]) {
    expect(changeOrderBody.parse(body)).toEqual(body);
  }
});
