import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMedication } from '../testing/catalogue.ts';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { Manager } from './Manager.tsx';

const id = (n: number) => `0198a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const AWA = id(90);

const medicine = (n: number, changes: Partial<Medication> = {}) =>
  aMedication({ _id: id(n), label: `Médicament ${n}`, price: 12_500, createdBy: 'Awa', ...changes });
const zinc = medicine(1, { label: 'Zinc 20 mg', form: 'syrup', requiresPrescription: true });
const proposed = medicine(2, { label: 'Coartem 80', price: 0, reviewed: false, createdBy: null });

/** A fake server with these medicines: it ignores filters and applies changes. */
function serve(medications: Medication[] = [zinc, proposed], total = medications.length) {
  const api = fakeApi();
  const held = { medications, total };
  api.on(medicationEndpoints.listMedications, () => ({ ...held }));
  api.on(medicationEndpoints.listMedicationCreators, () => ({
    creators: [{ _id: AWA, name: 'Awa', medications: 3 }],
    total: 1,
  }));
  api.on(medicationEndpoints.createMedication, () => ({ medication: zinc }));
  api.on(medicationEndpoints.updateMedication, ({ path, body }) => {
    held.medications = held.medications.map((one) =>
      path.includes(one._id) ? { ...one, ...(body as object) } : one,
    );
    return { medication: zinc };
  });
  api.on(medicationEndpoints.deleteMedication, ({ path }) => {
    held.medications = held.medications.filter(({ _id }) => !path.includes(_id));
    held.total -= 1;
    return null;
  });
  const written = () =>
    api.sent.filter(({ method }) => method !== 'GET').map(({ method, body }) => ({ method, body }));
  const asked = () => api.sent.filter(({ path }) => path === '/api/medications').at(-1)?.query;
  return { api, held, written, asked };
}

const show = (more = '') => showPage(<Manager />, `/supervisor-dashboard?tab=medications${more}`);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const choose = async (chip: string) => fireEvent.click(await screen.findByRole('link', { name: chip }));
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Médicaments' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => plain(textContent));

test('shows form, price, creator, date and the actions of each medicine', async () => {
  serve();
  show();
  expect(await rows()).toEqual([
    'Zinc 20 mgSur ordonnanceSirop12 500 FCréé par Awadim. 1 nov. à 09 h 00ModifierSupprimer',
    'Coartem 80À vérifierCompriméPrix à fixerCréé par le catalogue de départdim. 1 nov. à 09 h 00ValiderModifierSupprimer',
  ]);
  expect(screen.getByText(/^2\smédicaments$/)).toBeDefined();
});

test('filters are in the URL, sent with pages of five, described, and cleared together', async () => {
  const { asked } = serve();
  const router = show();
  await screen.findByRole('option', { name: /^Awa \(3\smédicaments\)$/ });
  await type('Créateur', AWA);
  await choose('À vérifier');
  await type('Créé depuis le', '2026-11-10');
  await type('Créé jusqu’au', '2026-11-20');
  await type('Chercher par nom', 'zinc');
  await screen.findByText(
    /· « zinc » · Créateur : Awa · depuis le 10 novembre 2026 · jusqu’au 20 novembre 2026 · À vérifier$/,
  );
  const filters = { q: 'zinc', createdBy: AWA, reviewed: 'false', from: '2026-11-10', to: '2026-11-20' };
  await waitFor(() => expect(asked()).toEqual({ ...filters, page: '1', limit: '5' }));
  // An end before the start: the last one set wins.
  await type('Créé jusqu’au', '2026-11-05');
  await waitFor(() => expect(router.state.location.search).toContain('to=2026-11-05'));
  expect(router.state.location.search).not.toContain('from');
  await press('Tout effacer');
  await waitFor(() => expect(router.state.location.search).toBe('?tab=medications'));
  expect(screen.getByLabelText<HTMLInputElement>('Créé jusqu’au').value).toBe('');
});

test('has page buttons; a page that no longer exists leads to the last one', async () => {
  const { held, asked } = serve([zinc], 31);
  const router = show('&page=2');
  await press('Page 7');
  await waitFor(() => expect(router.state.location.search).toBe('?tab=medications&page=7'));
  expect(screen.getByRole('button', { name: 'Page 7' }).getAttribute('aria-current')).toBe('page');
  await waitFor(() => expect(asked()?.page).toBe('7'));
  held.total = 30;
  held.medications = [];
  await router.navigate('?tab=medications&page=9');
  await waitFor(() => expect(router.state.location.search).toBe('?tab=medications&page=6'));
});

test('adds a medicine, a tablet at 0 by default; an existing one is an error under its name', async () => {
  const { api, written } = serve();
  const router = show();
  await press('Ajouter un médicament');
  expect(router.state.location.search).toBe('?tab=medications&medicament=nouveau');
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouveau médicament' }));
  const name = await dialog.findByLabelText('Nom');
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
  await dialog.findByText('Nom requis');
  expect(written()).toEqual([]);
  expect(dialog.queryByRole('switch', { name: 'Valider ce médicament' })).toBeNull();
  fireEvent.change(name, { target: { value: 'Amoxicilline' } });
  fireEvent.change(dialog.getByLabelText('Dosage (facultatif)'), { target: { value: '500 mg' } });
  fireEvent.change(dialog.getByLabelText('Prix (FCFA)'), { target: { value: '12,5' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
  await dialog.findByText('Le prix doit être un nombre entier de francs');
  fireEvent.change(dialog.getByLabelText('Prix (FCFA)'), { target: { value: '1 250 F' } });
  fireEvent.click(dialog.getByRole('switch', { name: 'Sur ordonnance' }));
  api.on(medicationEndpoints.createMedication, () => refuse('MEDICATION_EXISTS'));
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
  await dialog.findByText('Ce médicament existe déjà sous cette forme');
  await waitFor(() => expect(document.activeElement).toBe(name));
  api.on(medicationEndpoints.createMedication, () => ({ medication: zinc }));
  fireEvent.click(dialog.getByRole('button', { name: 'Ajouter' }));
  await screen.findByText('Médicament ajouté');
  expect(written().at(-1)).toEqual({
    method: 'POST',
    body: {
      label: 'Amoxicilline',
      form: 'tablet',
      price: 1250,
      requiresPrescription: true,
      substances: '',
      dosage: '500 mg',
    },
  });
  await waitFor(() => expect(router.state.location.search).toBe('?tab=medications'));
});

test('approves at once; without a price, opens the form to set it first', async () => {
  const { api, held, written } = serve();
  api.on(medicationEndpoints.updateMedication, () =>
    refuse('INVALID', { price: 'Fixez un prix supérieur à 0 avant de valider' }),
  );
  show();
  await press('Valider Coartem 80');
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifier le médicament' }));
  fireEvent.click(await dialog.findByRole('switch', { name: 'Valider ce médicament' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await dialog.findByText('Fixez un prix supérieur à 0 avant de valider');
  expect(written()).toHaveLength(1);
  fireEvent.change(dialog.getByLabelText('Prix (FCFA)'), { target: { value: '900' } });
  api.on(medicationEndpoints.updateMedication, ({ body }) => {
    held.medications = [zinc, { ...proposed, price: 900 }];
    expect(body).toEqual({ price: 900, reviewed: true });
    return { medication: proposed };
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Médicament modifié');
  api.on(medicationEndpoints.updateMedication, ({ body }) => {
    held.medications = [zinc];
    expect(body).toEqual({ reviewed: true });
    return { medication: proposed };
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Valider Coartem 80');
  await waitFor(() => expect(screen.queryByText('Coartem 80')).toBeNull());
});

test('sends only what was changed in the form: what another person saved meanwhile remains', async () => {
  const { api, held, written } = serve();
  show();
  await press('Modifier Zinc 20 mg');
  const dialog = within(await screen.findByRole('dialog', { name: 'Modifier le médicament' }));
  await type('Nom', 'Zinc 10 mg');
  await type('Prix (FCFA)', '12500 F');
  held.medications = [{ ...zinc, price: 15_000 }, proposed];
  api.on(medicationEndpoints.updateMedication, () => refuse('MEDICATION_EXISTS'));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await dialog.findByText('Ce médicament existe déjà sous cette forme');
  // The list behind the form has the other person's price.
  await screen.findByText(/^15\s000\sF$/);
  await type('Nom', 'Zinc 10 mg sirop');
  api.on(medicationEndpoints.updateMedication, () => ({ medication: zinc }));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Médicament modifié');
  expect(written().map(({ body }) => body)).toEqual([{ label: 'Zinc 10 mg' }, { label: 'Zinc 10 mg sirop' }]);
});

test('deletes after a confirmation with its name, which stays open after a failed request', async () => {
  const { api, held, written } = serve();
  show();
  await press('Supprimer Zinc 20 mg');
  const dialog = within(await screen.findByRole('dialog', { name: 'Supprimer Zinc 20 mg ?' }));
  expect(written()).toEqual([]);
  api.on(medicationEndpoints.deleteMedication, () => networkError);
  fireEvent.click(dialog.getByRole('button', { name: 'Supprimer' }));
  await screen.findByText('Erreur suppression. Vérifiez votre réseau, puis réessayez.');
  api.on(medicationEndpoints.deleteMedication, () => {
    held.medications = [proposed];
    return null;
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Supprimer' }));
  await screen.findByText('Médicament supprimé');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
});

test('a stale link opens nothing; a failed list shows why, an empty one what to do', async () => {
  const { api } = serve([zinc]);
  const router = show(`&medicament=${id(77)}`);
  await waitFor(() => expect(router.state.location.search).toBe('?tab=medications'));
  expect(screen.queryByRole('dialog')).toBeNull();
  api.on(medicationEndpoints.listMedications, () => refuse('INTERNAL'));
  await choose('Vérifiés');
  await screen.findByRole('button', { name: 'Réessayer' });
  api.on(medicationEndpoints.listMedications, () => ({ medications: [], total: 0 }));
  await choose('À vérifier');
  await screen.findByRole('heading', { name: 'Aucun médicament ne correspond' });
  await press('Voir tous les médicaments');
  await waitFor(() => expect(router.state.location.search).toBe('?tab=medications'));
});

test('shows five medicines a page, or as many as are chosen, from the first page on', async () => {
  const { asked } = serve([zinc, proposed], 200);
  show('&page=3');
  await screen.findByText('Page 3 sur 40');
  expect(asked()).toEqual({ page: '3', limit: '5' });
  fireEvent.change(screen.getByLabelText('Par page'), { target: { value: '50' } });
  await screen.findByText('Page 1 sur 4');
  expect(asked()).toEqual({ page: '1', limit: '50' });
  // The size is no filter: nothing is to be cleared.
  expect(screen.queryByRole('button', { name: 'Tout effacer' })).toBeNull();
});
