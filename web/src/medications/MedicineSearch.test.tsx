import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aMedication } from '../testing/catalogue.ts';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { showPage } from '../testing/show-page.tsx';
import { MedicineSearch } from './MedicineSearch.tsx';
import { QuickAdd } from './QuickAdd.tsx';

const zinc = aMedication({
  label: 'Zinc 20 mg',
  form: 'syrup',
  price: 1250,
  requiresPrescription: true,
  reviewed: false,
});

function setUp(...found: Medication[]) {
  const api = fakeApi();
  const stored = { found };
  api.on(medicationEndpoints.searchMedications, () => ({
    medications: stored.found,
    total: stored.found.length,
  }));
  const onPick = vi.fn();
  showPage(<MedicineSearch onPick={onPick} />, '/');
  return { api, stored, onPick };
}
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Ajouter un médicament' });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const search = (text: string) => {
  type(text);
  fireEvent.keyDown(field(), { key: 'Enter' });
};

test('« Chercher » shows form and price; picking one clears the field', async () => {
  const { onPick } = setUp(zinc);
  type('zi');
  fireEvent.click(screen.getByRole('button', { name: 'Chercher' }));
  const suggestion = await button(/Zinc 20 mg/);
  expect(suggestion.textContent).toMatch(/Sirop · à vérifier.*1\s250\sF/);
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(suggestion);
  fireEvent.keyDown(suggestion, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(field());
  fireEvent.click(suggestion);
  expect(onPick).toHaveBeenCalledExactlyOnceWith(zinc);
  expect(field().value).toBe('');
  expect(screen.queryByRole('list')).toBeNull();
});

test('a result says the substance that its label lacks', async () => {
  setUp({ ...zinc, label: 'ZINCOR', substances: 'Zinc', dosage: '20 mg' });
  search('zinc');
  expect((await button(/ZINCOR/)).textContent).toMatch(/Zinc · 20 mg · Sirop/);
});

test('searches from 2 characters, and automatically after a pause', async () => {
  const { api } = setUp(zinc);
  search('z');
  expect(await screen.findByText('Tapez au moins 2 lettres.')).toBeTruthy();
  expect(api.sent).toEqual([]);
  type('zi');
  await button(/Zinc 20 mg/);
  expect(api.sent).toHaveLength(1);
});

test('offers to add a medicine only for more than 3 characters', async () => {
  setUp();
  search('xyz');
  await screen.findByText(/^Nous n’avons pas trouvé/);
  // A customer's way to order.
  expect(screen.queryByRole('button', { name: /photo/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Ajouter/ })).toBeNull();
  search('xyza');
  await button('Ajouter «\u00a0xyza\u00a0» au catalogue');
});

test('quick add proposes a tablet at 0, creates the medicine once, and picks it', async () => {
  const { api, onPick } = setUp();
  api.on(medicationEndpoints.createMedication, ({ body }) => {
    expect(body).toEqual({ label: 'Coartem 80', form: 'syrup', price: 2500 });
    return { medication: { ...zinc, label: 'Coartem 80', price: 2500 } };
  });
  search('Coartem 80');
  fireEvent.click(await button(/^Ajouter «\sCoartem 80\s»/));
  expect(screen.getByLabelText<HTMLInputElement>('Nom').value).toBe('Coartem 80');
  const form = screen.getByLabelText<HTMLSelectElement>('Forme');
  const price = screen.getByLabelText(/^Prix/);
  expect([form.selectedOptions[0]?.textContent, (price as HTMLInputElement).value]).toEqual([
    'Comprimé',
    '0',
  ]);
  fireEvent.change(form, { target: { value: 'syrup' } });
  fireEvent.change(price, { target: { value: '2 500' } });
  fireEvent.keyDown(price, { key: 'Enter' });
  await screen.findByText('Médicament créé et ajouté');
  expect(onPick).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ label: 'Coartem 80' }));
  expect(screen.queryByRole('group', { name: 'Nouveau médicament' })).toBeNull();
});

test('quick add refuses an invalid price, and keeps the typed values when the request fails', async () => {
  const { api, onPick } = setUp();
  search('Coartem');
  fireEvent.click(await button(/^Ajouter/));
  fireEvent.change(screen.getByLabelText(/^Prix/), { target: { value: '12,5' } });
  fireEvent.click(await button('Créer et ajouter'));
  await screen.findByText('Le prix doit être un nombre entier de francs');
  fireEvent.change(screen.getByLabelText(/^Prix/), { target: { value: '' } });
  api.on(medicationEndpoints.createMedication, () => networkError);
  fireEvent.click(await button('Créer et ajouter'));
  await screen.findByText('Erreur création médicament. Vérifiez votre réseau, puis réessayez.');
  expect(screen.getByLabelText<HTMLInputElement>('Nom').value).toBe('Coartem');
  expect(onPick).not.toHaveBeenCalled();
});

test('quick add finds an existing medicine instead of creating it again', async () => {
  const { api, stored, onPick } = setUp();
  search('Zinc 20');
  fireEvent.click(await button(/^Ajouter/));
  api.on(medicationEndpoints.createMedication, () => refuse('MEDICATION_EXISTS'));
  stored.found = [zinc];
  fireEvent.click(await button('Créer et ajouter'));
  await screen.findAllByText('Ce médicament existe déjà sous cette forme');
  fireEvent.click(await button('Chercher ce médicament'));
  fireEvent.click(await button(/Zinc 20 mg/));
  expect(onPick).toHaveBeenCalledOnce();
});

test('a failed search shows why, with a retry button', async () => {
  const { api } = setUp(zinc);
  api.on(medicationEndpoints.searchMedications, () => refuse('TOO_MANY_TRIES'));
  search('zinc');
  expect((await screen.findByRole('alert')).textContent).toContain('Trop de tentatives');
  api.on(medicationEndpoints.searchMedications, () => ({ medications: [zinc], total: 1 }));
  fireEvent.click(await button('Réessayer'));
  await waitFor(() => button(/Zinc 20 mg/));
});

const tablet: Medication = { ...zinc, form: 'tablet', requiresPrescription: false, reviewed: true };

/** Adds a syrup of which there is a tablet. */
function addSyrup() {
  const api = fakeApi();
  const onCreated = vi.fn();
  const rest = { onClose: vi.fn(), onSearch: vi.fn() };
  showPage(<QuickAdd name="Zinc 20 mg" onCreated={onCreated} {...rest} />, '/');
  api.on(medicationEndpoints.createMedication, () =>
    Response.json(
      { success: false, code: 'MEDICATION_ALIKE', message: 'Existe déjà', medications: [tablet] },
      { status: 409 },
    ),
  );
  fireEvent.change(screen.getByLabelText('Forme'), { target: { value: 'syrup' } });
  fireEvent.click(screen.getByRole('button', { name: 'Créer et ajouter' }));
  return { api, onCreated };
}
const question = () => screen.findByRole('group', { name: 'Ce médicament existe déjà' });

test('a medicine that exists under another form can be taken instead', async () => {
  const { onCreated } = addSyrup();
  fireEvent.click(within(await question()).getByRole('button', { name: /Prendre Zinc 20 mg, Comprimé/ }));
  expect(onCreated).toHaveBeenCalledExactlyOnceWith(tablet);
});

test('« C’est une autre forme » adds it', async () => {
  const { api, onCreated } = addSyrup();
  const another = within(await question()).getByRole('button', { name: 'C’est une autre forme' });
  const syrup = { ...tablet, form: 'syrup' as const };
  api.on(medicationEndpoints.createMedication, () => ({ medication: syrup }));
  fireEvent.click(another);
  await waitFor(() => expect(onCreated).toHaveBeenCalledExactlyOnceWith(syrup));
  expect(api.sent.at(-1)?.body).toEqual({ label: 'Zinc 20 mg', form: 'syrup', price: 0, anotherForm: true });
});
