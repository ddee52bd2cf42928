import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { clearStored } from '../../lib/stored.ts';
import { plain } from '../../testing/plain.ts';
import { aPrescription } from '../../testing/prescriptions.ts';
import { field, medicine, PAGE, press, setUp, type } from './composing.fixture.tsx';

beforeEach(clearStored);

const item = { medicationId: medicine._id, label: medicine.label, quantity: 3, price: 500 };
const earlier = aPrescription({
  used: true,
  items: [
    { ...item, posology: '1 comprimé matin et soir', duration: '7 jours' },
    { ...item, medicationId: '0198a000-0000-7000-8000-0000000000b9', label: 'Ranitidine 150 mg' },
  ],
});
const created = aPrescription({ _id: 'new', prescriptionNumber: 'ORD-22222222' });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Nouvelle ordonnance' }));
const open = () =>
  setUp(`${PAGE}?prescription=${earlier.prescriptionNumber}`, [earlier, created], {
    ...medicine,
    price: 650,
  });

test('« Renouveler » has the patient and the lines still sold, at today’s prices, and names the others', async () => {
  const { api, router, sentChanges } = open();
  await press('Renouveler');
  const form = await dialog();
  await form.findByText('Plus en vente : Ranitidine 150 mg');
  expect((await field('Nom du patient')).value).toBe('Afi Kpadé');
  expect(plain((await field('Téléphone du patient')).value)).toBe('01 97 11 11 11');
  expect((await field('Posologie : Paracétamol 500 mg')).value).toBe('1 comprimé matin et soir');
  expect(sentChanges()).toEqual([]);
  // Its file is of the new prescription.
  await press('Créer');
  await form.findByText('Veuillez joindre un fichier');
  expect(sentChanges()).toEqual([]);
  await press('Joindre');
  api.on(prescriptionEndpoints.createPrescription, () => ({ prescription: created }));
  await press('Créer');
  await screen.findByText('Ordonnance créée');
  expect(sentChanges().map(({ body }) => body)).toMatchObject([
    {
      patientName: 'Afi Kpadé',
      url: 'file-1',
      items: [{ ...item, price: 650, posology: '1 comprimé matin et soir', duration: '7 jours' }],
    },
  ]);
  await screen.findByRole('dialog', { name: 'Ordonnance ORD-22222222' });
  expect(router.state.location.search).toBe('?prescription=ORD-22222222');
});

test('« Dupliquer » has the same lines for another patient', async () => {
  const { sentChanges } = open();
  await press('Dupliquer');
  await dialog();
  expect((await field('Nom du patient')).value).toBe('');
  expect((await field('Téléphone du patient')).value).toBe('');
  expect((await field('Quantité : Paracétamol 500 mg')).value).toBe('3');
  expect(sentChanges()).toEqual([]);
});

test('« Annuler » leads back to the prescription, and what was typed is there the next time', async () => {
  const { router } = open();
  await press('Dupliquer');
  await type('Nom du patient', 'Codjo');
  await press('Annuler');
  await waitFor(() => expect(router.state.location.search).toBe('?prescription=ORD-12345678'));
  await press('Dupliquer');
  expect((await field('Nom du patient')).value).toBe('Codjo');
});

test('an unknown number shows that there is no such prescription', async () => {
  setUp(`${PAGE}?write=renew:ORD-00000000`, []);
  await screen.findByText('Ordonnance introuvable');
});
