import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showPage } from '../../testing/show-page.tsx';
import { ItemsEditor } from './ItemsEditor.tsx';
import type { WrittenLine } from './written-line.ts';

const zinc: WrittenLine = { medicationId: 'z', label: 'Zinc 20 mg', form: 'tablet', price: 900, quantity: 2 };
const syrup: WrittenLine = { medicationId: 's', label: 'Toplexil', form: 'syrup', price: 0, quantity: 1 };

function Written({
  start,
  errors,
  error,
}: {
  start: WrittenLine[];
  errors?: [string, string][];
  error?: string;
}) {
  const [items, setItems] = useState(start);
  return <ItemsEditor items={items} onChange={setItems} errors={new Map(errors)} error={error} />;
}
const show = (start: WrittenLine[], more: { errors?: [string, string][]; error?: string } = {}) =>
  showPage(<Written start={start} {...more} />, '/');
const amounts = () => screen.getAllByText(/^[\d\s]+F$/).map((node) => node.textContent?.replace(/\s/g, ' '));
const quantity = (label: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Quantité : ${label}` });

test('a line shows form, price, quantity and total; the sum is updated while typing', () => {
  show([zinc]);
  const row = screen.getByRole('listitem');
  expect(row.textContent).toMatch(/Zinc 20 mg.*Comprimé · 900\sF l’unité/);
  expect(amounts()).toEqual(['1 800 F', '1 800 F']);
  fireEvent.change(quantity(zinc.label), { target: { value: '12' } });
  expect(amounts()).toEqual(['10 800 F', '10 800 F']);
  fireEvent.click(screen.getByRole('button', { name: `Une unité de moins : ${zinc.label}` }));
  fireEvent.blur(quantity(zinc.label));
  expect(quantity(zinc.label).value).toBe('11');
});

test('an empty quantity or 0 becomes 1, the minimum', () => {
  show([zinc]);
  const field = quantity(zinc.label);
  fireEvent.change(field, { target: { value: '0' } });
  fireEvent.blur(field);
  expect(field.value).toBe('1');
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.blur(field);
  expect(field.value).toBe('1');
  expect(screen.getByRole('button', { name: /^Une unité de moins/ })).toHaveProperty('disabled', true);
});

test('a line without price shows a warning and is not counted', () => {
  show([zinc, syrup]);
  const [, row] = screen.getAllByRole('listitem');
  expect(within(row!).getByText('Sans prix : cette ligne ne sera pas retenue')).toBeTruthy();
  expect(amounts()).toEqual(['1 800 F', '1 800 F']);
});

test('a removed line can be restored at its position', () => {
  show([zinc, { ...syrup, price: 100 }]);
  fireEvent.click(screen.getByRole('button', { name: 'Retirer Zinc 20 mg' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('Zinc 20 mg est retiré.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(screen.getAllByRole('listitem').map((row) => row.textContent?.slice(0, 4))).toEqual([
    'Zinc',
    'Topl',
  ]);
});

test('shows an empty state, and errors at their line and under the list', () => {
  show([zinc], { errors: [['z', 'Médicament inconnu']], error: 'Ajouter au moins un médicament' });
  expect(within(screen.getByRole('listitem')).getByRole('alert').textContent).toBe('Médicament inconnu');
  expect(screen.getByText('Ajouter au moins un médicament')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Retirer Zinc 20 mg' }));
  expect(screen.getByText(/^Aucun médicament pour l’instant/)).toBeTruthy();
});
