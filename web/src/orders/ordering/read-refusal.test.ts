import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import type { OrderWay } from './draft.ts';
import { checkDraft, readRefusal as read } from './read-refusal.ts';

const readRefusal = (error: unknown, way: OrderWay = 'without') => read(error, way);

const refusal = (code: string, fields: Record<string, string> = {}, body?: unknown) =>
  new ApiError(422, code, 'Texte du serveur', fields, body);

test('maps messages to the fields of the form, and to the lines', () => {
  const refused = readRefusal(
    refusal('INVALID', {
      'order.deliveryZone': 'Zone requise',
      'order.deliveryAddress': 'Adresse requise',
      'order.prescription.items.1.label': 'Médicament inconnu',
    }),
  );
  expect(refused.errors).toEqual({ zone: 'Zone requise', address: 'Adresse requise' });
  expect([...refused.lines]).toEqual([[1, 'Médicament inconnu']]);
  expect(refused.needsRefresh).toBe(false);
});

test('shows a deleted zone under the zone field', () => {
  expect(readRefusal(refusal('ZONE_UNAVAILABLE')).errors).toEqual({ zone: 'Texte du serveur' });
});

test('refreshes the prices when an unnamed medicine is gone', () => {
  expect(readRefusal(refusal('MEDICATION_UNAVAILABLE')).needsRefresh).toBe(true);
});

test('a changed amount includes the current quote', () => {
  const quote = { medicines: 3000, deliveryFee: 700, commission: 300, reduction: 0, total: 4000 };
  expect(readRefusal(refusal('AMOUNT_CHANGED', {}, { quote })).quote).toEqual(quote);
  expect(readRefusal(refusal('AMOUNT_CHANGED', {}, { quote: { total: 4000 } })).quote).toBeNull();
});

test.each([
  ['PRESCRIPTION_USED', 'code', 'what'],
  ['PRESCRIPTION_EXPIRED', 'code', 'what'],
  ['TOO_MANY_TRIES', 'code', 'what'],
  ['MEDICATION_UNAVAILABLE', 'code', 'what'],
  ['MEDICATION_NOT_PRICED', 'code', 'what'],
  ['INSURANCE_UNVERIFIED', 'without', 'insurance'],
] as const)('%s is shown at the field where it can be corrected', (code, way, field) => {
  const refused = readRefusal(refusal(code), way);
  expect(refused.errors).toEqual({ [field]: 'Texte du serveur' });
  expect(refused.needsRefresh).toBe(false);
});

test('shows a deleted card beside its field, and reloads it', () => {
  const refused = readRefusal(refusal('INVALID', { 'order.insuranceCard': 'Carte d’assurance introuvable' }));
  expect(refused).toMatchObject({ errors: { insurance: 'Carte d’assurance introuvable' }, isStale: true });
});

test.each([
  ['INVALID', { 'prescription.url': 'Veuillez uploader votre ordonnance' }, /^Veuillez uploader/],
  ['KEY_REUSED', {}, /^Cette photo a déjà servi/],
])('removes a photograph that cannot be used: %s', (code, fields, message) => {
  const refused = readRefusal(refusal(code, fields as Record<string, string>), 'photo');
  expect(refused.isFileInvalid).toBe(true);
  expect(refused.errors.what).toMatch(message);
});

test('a failed request changes nothing in the form', () => {
  expect(readRefusal(new Error('autre'))).toMatchObject({ errors: {}, quote: null, needsRefresh: false });
});

const line = { medicationId: '0198a000-0000-7000-8000-0000000000a1', label: 'Paracétamol', quantity: 1 };
const body = (changes: object) => ({
  prescription: { type: 'numerical', items: [line] },
  deliveryZone: 'z',
  deliveryAddress: 'Portail bleu',
  ...changes,
});

test.each([
  [{}, {}],
  [{ prescription: { type: 'numerical', items: [] } }, { what: 'Veuillez ajouter au moins un médicament' }],
  [{ deliveryZone: '' }, { zone: 'Zone requise' }],
  [{ deliveryAddress: '   ' }, { address: 'Adresse requise' }],
  [{ deliveryAddress: 'x'.repeat(301) }, { address: 'Adresse trop longue (300 caractères maximum)' }],
])('validates with the server’s schema: %j', (changes, errors) => {
  expect(checkDraft(body(changes))).toEqual(errors);
});
