import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
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
  return (
    <>
      <button type="button" onClick={() => setItems([...items, { ...syrup, price: 100 }])}>
        Ajouter
      </button>
      <ItemsEditor
        items={items}
        onChange={setItems}
        onLineDone={() => document.querySelector('button')?.focus()}
        errors={new Map(errors)}
        error={error}
      />
    </>
  );
}
const show = (start: WrittenLine[], more: { errors?: [string, string][]; error?: string } = {}) =>
  showPage(<Written start={start} {...more} />, '/');
const amounts = () => screen.getAllByText(/^[\d\s]+F$/).map((node) => node.textContent?.replace(/\s/g, ' '));
const written = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });
const press = (field: HTMLElement, key: string) => fireEvent.keyDown(field, { key, code: key });
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

test.each([
  ['1,5', 'Quantité entière, 1 au moins'],
  ['.05', 'Quantité entière, 1 au moins'],
  ['2 boîtes de 30', 'Quantité entière, 1 au moins'],
  ['-2', 'Quantité entière, 1 au moins'],
  ['1e2', 'Quantité entière, 1 au moins'],
  ['0', 'Quantité entière, 1 au moins'],
  ['1000', '999 au plus'],
])('« %s » in a quantity stays, is marked, and is not counted', (typed, problem) => {
  show([zinc, { ...syrup, price: 100 }]);
  const field = quantity(zinc.label);
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.blur(field);
  expect(field.value).toBe(typed);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe(problem);
  expect(amounts()).toEqual(['100 F', '100 F']);
  fireEvent.change(field, { target: { value: '3' } });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(amounts()).toEqual(['2 700 F', '100 F', '2 800 F']);
});

test('an emptied quantity is the former one again on blur, and the minimum is 1', () => {
  show([{ ...zinc, quantity: 1 }]);
  const field = quantity(zinc.label);
  fireEvent.change(field, { target: { value: '' } });
  expect(field.value).toBe('');
  expect(amounts()).toEqual(['900 F', '900 F']);
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

test('an added medicine has the focus in its posology; arrows and Enter write it and go on', async () => {
  show([zinc]);
  fireEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
  const posology = written('Posologie : Toplexil');
  expect(document.activeElement).toBe(posology);
  expect(screen.queryByRole('option')).toBeNull();
  press(posology, 'ArrowDown');
  // The usual texts of a syrup.
  await screen.findByRole('option', { name: '1 cuillère mesure matin et soir' });
  expect(screen.queryByRole('option', { name: /comprimé/ })).toBeNull();
  await waitFor(() => expect(posology.hasAttribute('aria-activedescendant')).toBe(true));
  press(posology, 'Enter');
  expect(posology.value).toBe('1 cuillère mesure matin, midi et soir');
  const duration = written('Durée : Toplexil');
  expect(document.activeElement).toBe(duration);
  fireEvent.change(duration, { target: { value: '8 jours' } });
  press(duration, 'Enter');
  expect(duration.value).toBe('8 jours');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ajouter' }));
});

test('Enter in a posology keeps what is typed, even when a usual text begins like it', async () => {
  show([zinc]);
  const posology = written('Posologie : Zinc 20 mg');
  fireEvent.focus(posology);
  fireEvent.change(posology, { target: { value: '1 comprimé' } });
  await screen.findByRole('option', { name: '1 comprimé matin et soir' });
  press(posology, 'Enter');
  expect(posology.value).toBe('1 comprimé');
  expect(posology.maxLength).toBe(120);
});
