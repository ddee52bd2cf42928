import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { newPrescription } from '@amasin/domain/prescriptions/prescription.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { clearStored } from '../../lib/stored.ts';
import { networkError, refuse } from '../../testing/fake-api.ts';
import { aPrescription } from '../../testing/prescriptions.ts';
import { button, field, medicine, PAGE, press, setUp, type } from './composing.fixture.tsx';
import { bodyOf, checkDraft, emptyDraft } from './draft.ts';

beforeEach(clearStored);

async function fillIn() {
  await type('Nom du patient', 'Afi Kpadé');
  await type('Téléphone du patient', '01 97 11 11 11');
  await press('Joindre');
  await press('Ajouter');
}

const body = {
  type: 'numerical',
  patientName: 'Afi Kpadé',
  patientPhone: '01 97 11 11 11',
  url: 'file-1',
  items: [{ medicationId: medicine._id, label: medicine.label, quantity: 1, price: 500 }],
  prescriptionNumber: expect.stringMatching(/^ORD-\d{8}$/),
};
const created = aPrescription({ url: 'file-1' });

test('shows what is missing, with the server’s messages, and focuses the first field', async () => {
  const { sentChanges } = setUp(`${PAGE}?write=new`);
  // Folded in one line.
  expect((await screen.findByText('Prescripteur : Aïcha Kora')).closest('details')?.open).toBe(false);
  expect((await field('Nom du prescripteur')).value).toBe('Aïcha Kora');
  expect((await field('Téléphone du prescripteur')).readOnly).toBe(true);
  await press('Créer');
  for (const message of [
    'Nom du patient requis',
    'Téléphone du patient requis',
    'Veuillez joindre un fichier',
    'Ajouter au moins un médicament',
  ])
    await screen.findByText(message);
  await waitFor(async () => expect(document.activeElement).toBe(await field('Téléphone du patient')));
  await type('Nom du patient', 'Afi');
  expect(screen.queryByText('Nom du patient requis')).toBeNull();
  await type('Téléphone du patient', '12');
  fireEvent.blur(await field('Téléphone du patient'));
  await screen.findByText('Format de téléphone invalide');
  expect(sentChanges()).toEqual([]);

  const parsed = newPrescription.safeParse(bodyOf(emptyDraft));
  const { url: _, ...ours } = checkDraft(emptyDraft);
  expect(Object.values(ours)).toEqual(parsed.error?.issues.map(({ message }) => message));
});

test('says at once which signs of a name are not printed', async () => {
  setUp(`${PAGE}?write=new`);
  await type('Nom du patient', 'Wang 王小明');
  await screen.findByText('« 王小明 » ne s’imprime pas : écrivez aussi le nom en lettres latines.');
  await type('Nom du patient', 'Wang Xiaoming');
  expect(screen.queryByText(/ne s’imprime pas/)).toBeNull();
});

test('is created, and its number replaces the form; the stored draft is deleted', async () => {
  const { api, router, sentChanges } = setUp(`${PAGE}?write=new`, [created]);
  api.on(prescriptionEndpoints.createPrescription, () => ({ prescription: created }));
  await fillIn();
  await press('Créer');
  await screen.findByText('Ordonnance créée');
  const opened = within(await screen.findByRole('dialog', { name: 'Ordonnance ORD-12345678' }));
  await opened.findByText('ORD-12345678', { selector: 'strong' });
  expect(router.state.location.search).toBe('?prescription=ORD-12345678');
  expect(sentChanges().map((sent) => sent.body)).toEqual([body]);
  expect(sentChanges()[0]?.headers.get('idempotency-key')).toMatch(/^ORD-\d{8}/);
  expect(Object.keys(localStorage).filter((key) => key.includes('prescription'))).toEqual([]);
});

test('Ctrl + Enter sends it from any field', async () => {
  const { api, sentChanges } = setUp(`${PAGE}?write=new`);
  api.on(prescriptionEndpoints.createPrescription, () => ({ prescription: created }));
  await fillIn();
  const duration = await field(`Durée : ${medicine.label}`);
  fireEvent.keyDown(duration, { key: 'Enter', code: 'Enter' });
  expect(sentChanges()).toEqual([]);
  fireEvent.keyDown(duration, { key: 'Enter', code: 'Enter', ctrlKey: true });
  await screen.findByText('Ordonnance créée');
  expect(sentChanges()).toHaveLength(1);
});

test('creates one prescription after a failed request, a change and a reload', async () => {
  const { api, sentChanges, show, router } = setUp(`${PAGE}?write=new`);
  api.on(prescriptionEndpoints.createPrescription, () => networkError);
  await fillIn();
  await press('Créer');
  await screen.findByText('Erreur création ordonnance. Vérifiez votre réseau, puis réessayez.');
  router.dispose();
  document.body.innerHTML = '';

  show(`${PAGE}?write=new`);
  await screen.findByText('Nous avons gardé votre saisie');
  expect((await field('Nom du patient')).value).toBe('Afi Kpadé');
  await button('Joindre file-1');
  await type('Nom du patient', 'Afi Kpadé-Dossou');
  api.on(prescriptionEndpoints.createPrescription, () => ({ prescription: created }));
  api.on(prescriptionEndpoints.updatePrescription, () => ({ prescription: created }));
  await press('Créer');
  await screen.findByText('Ordonnance créée');
  const [first, second, change] = sentChanges();
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  expect(change).toMatchObject({
    method: 'PUT',
    path: `/api/prescriptions/${created._id}`,
    body: { patientName: 'Afi Kpadé-Dossou' },
  });
});

test('creates another prescription for another file after a failed request', async () => {
  const { api, sentChanges } = setUp(`${PAGE}?write=new`);
  api.on(prescriptionEndpoints.createPrescription, () => networkError);
  await fillIn();
  await press('Créer');
  await screen.findByText('Erreur création ordonnance. Vérifiez votre réseau, puis réessayez.');
  await press('Remplacer');
  api.on(prescriptionEndpoints.createPrescription, () => ({
    prescription: aPrescription({ url: 'file-2' }),
  }));
  await press('Créer');
  await screen.findByText('Ordonnance créée');
  const keys = sentChanges().map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
});

test('uses another client number when an older prescription has it', async () => {
  const { api, sentChanges } = setUp(`${PAGE}?write=new`);
  api.on(prescriptionEndpoints.createPrescription, () => {
    // The number comes from the clock.
    vi.advanceTimersByTime(1);
    return sentChanges().length === 1 ? refuse('CLIENT_NUMBER_REUSED') : { prescription: created };
  });
  await fillIn();
  await press('Créer');
  await screen.findByText('Ordonnance créée');
  expect(new Set(sentChanges().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
});

test('keeps the typed values after a refusal, and can be sent again', async () => {
  const { api, sentChanges } = setUp(`${PAGE}?write=new`);
  api.on(prescriptionEndpoints.createPrescription, () =>
    refuse('INVALID', { url: 'Fichier requis', 'items.0.label': 'Médicament inconnu' }),
  );
  await fillIn();
  await press('Créer');
  await screen.findByText('Fichier requis');
  await screen.findByText('Médicament inconnu');
  expect((await field('Nom du patient')).value).toBe('Afi Kpadé');
  await press('Joindre');
  api.on(prescriptionEndpoints.createPrescription, () => ({ prescription: created }));
  await press('Créer');
  await screen.findByText('Ordonnance créée');
  expect(sentChanges()).toHaveLength(2);
});

test('shows changed prices before it is sent again', async () => {
  const present = { ...medicine };
  const { api, sentChanges } = setUp(`${PAGE}?write=new`, [], present);
  const quote = { medicines: 650, deliveryFee: 0, commission: 0, reduction: 0, total: 650 };
  api.on(prescriptionEndpoints.createPrescription, () => refuse('AMOUNT_CHANGED', undefined, quote));
  await fillIn();
  present.price = 650;
  await press('Créer');
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toMatch(/Total.*650\sF/));
  await screen.findAllByText('Le montant a changé : 650 F. Veuillez vérifier puis confirmer.');
  api.on(prescriptionEndpoints.createPrescription, () => ({ prescription: created }));
  await press('Créer');
  await screen.findByText('Ordonnance créée');
  expect(sentChanges()[1]?.body).toMatchObject({ items: [{ price: 650 }] });
});

test('waits for the file upload, and can be reset', async () => {
  const { show, router, sentChanges } = setUp(`${PAGE}?write=new`);
  await fillIn();
  await press('Envoi');
  expect((await button('Créer')).hasAttribute('disabled')).toBe(true);
  await screen.findByText('Le fichier est encore en route.');
  router.dispose();
  document.body.innerHTML = '';
  show(`${PAGE}?write=new`);
  await press('Recommencer à zéro');
  expect((await field('Nom du patient')).value).toBe('');
  expect(sentChanges()).toEqual([]);
});

test('« Annuler » closes it, and the draft is there the next time', async () => {
  const { router, sentChanges } = setUp(`${PAGE}?write=new`);
  await type('Nom du patient', 'Afi Kpadé');
  await press('Annuler');
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await router.navigate(`${PAGE}?write=new`);
  expect((await field('Nom du patient')).value).toBe('Afi Kpadé');
  expect(sentChanges()).toEqual([]);
});
