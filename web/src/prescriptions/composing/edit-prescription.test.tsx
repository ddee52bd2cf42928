import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { clearStored } from '../../lib/stored.ts';
import { refuse } from '../../testing/fake-api.ts';
import { aPrescription } from '../../testing/prescriptions.ts';
import { field, PAGE, press, setUp, type } from './composing.fixture.tsx';

beforeEach(clearStored);

test('sends only the changed fields', async () => {
  const { api, sentChanges, router } = setUp(`${PAGE}?prescription=ORD-12345678`, [aPrescription()]);
  await press('Modifier');
  await screen.findByRole('dialog', { name: 'Modifier ORD-12345678' });
  expect((await field('Téléphone du patient')).value.replace(/\u00a0/g, ' ')).toBe('01 97 11 11 11');
  await type('Nom du patient', 'Afi Dossou');
  api.on(prescriptionEndpoints.updatePrescription, () => ({ prescription: aPrescription() }));
  await press('Enregistrer');
  await screen.findByText('Ordonnance enregistrée');
  expect(sentChanges().map((sent) => sent.body)).toEqual([{ patientName: 'Afi Dossou' }]);
  await screen.findByRole('dialog', { name: 'Ordonnance ORD-12345678' });
  expect(router.state.location.search).toBe('?prescription=ORD-12345678');
});

test('shows an error while it is being paid, and keeps the typed values', async () => {
  const { api } = setUp(`${PAGE}?write=ORD-12345678`, [aPrescription()]);
  await type('Nom du patient', 'Afi Dossou');
  api.on(prescriptionEndpoints.updatePrescription, () => refuse('PRESCRIPTION_RESERVED'));
  await press('Enregistrer');
  await screen.findByText(/Un paiement est en cours pour cette ordonnance/);
  expect((await field('Nom du patient')).value).toBe('Afi Dossou');
});

test('shows no form once it is used', async () => {
  setUp(`${PAGE}?write=ORD-12345678`, [aPrescription({ used: true })]);
  await screen.findByText('Cette ordonnance a déjà été utilisée');
});
