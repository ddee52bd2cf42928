import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { showPage } from '../testing/show-page.tsx';
import { QuickAdd } from './MedicineSearch.tsx';

const tablet: Medication = {
  _id: '0198a000-0000-7000-8000-0000000000b1',
  label: 'Zinc 20 mg',
  form: 'tablet',
  price: 1250,
  requiresPrescription: false,
  reviewed: true,
  substances: null,
  dosage: null,
  createdAt: '2026-11-01T08:00:00.000Z',
};

function setUp() {
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
  const { onCreated } = setUp();
  fireEvent.click(within(await question()).getByRole('button', { name: /Prendre Zinc 20 mg, Comprimé/ }));
  expect(onCreated).toHaveBeenCalledExactlyOnceWith(tablet);
});

test('« C’est une autre forme » adds it', async () => {
  const { api, onCreated } = setUp();
  const another = within(await question()).getByRole('button', { name: 'C’est une autre forme' });
  const syrup = { ...tablet, form: 'syrup' as const };
  api.on(medicationEndpoints.createMedication, () => ({ medication: syrup }));
  fireEvent.click(another);
  await waitFor(() => expect(onCreated).toHaveBeenCalledExactlyOnceWith(syrup));
  expect(api.sent.at(-1)?.body).toEqual({ label: 'Zinc 20 mg', form: 'syrup', price: 0, anotherForm: true });
});
