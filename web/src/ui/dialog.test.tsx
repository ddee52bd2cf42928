import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ConfirmDialog, ResponsiveDialog } from './dialog.tsx';

async function show(hasForm: boolean) {
  const closed: string[] = [];
  render(
    <MemoryRouter>
      <MantineProvider env="test">
        <ResponsiveDialog opened onClose={() => closed.push('closed')} title="Zone" hasForm={hasForm}>
          <p>dedans</p>
        </ResponsiveDialog>
      </MantineProvider>
    </MemoryRouter>,
  );
  await screen.findByText('dedans');
  return closed;
}

const clickOutside = () => fireEvent.click(document.querySelector('.mantine-Modal-overlay')!);

test('a click outside closes a dialog without a form', async () => {
  const closed = await show(false);
  clickOutside();
  expect(closed).toEqual(['closed']);
});

test('a click outside leaves a form open, « Fermer » closes it', async () => {
  const closed = await show(true);
  clickOutside();
  expect(closed).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(closed).toEqual(['closed']);
});

/** A form, and a question above it. */
async function showTwo(danger: boolean) {
  const closed: string[] = [];
  render(
    <MemoryRouter>
      <MantineProvider env="test">
        <ResponsiveDialog opened onClose={() => closed.push('form')} title="Zone" hasForm>
          <input role="combobox" aria-label="Quartier" aria-expanded="true" aria-controls="liste" />
        </ResponsiveDialog>
        <ConfirmDialog
          opened
          onClose={() => closed.push('question')}
          onConfirm={() => closed.push('confirmed')}
          question="Supprimer ?"
          confirmLabel="Supprimer"
          danger={danger}
        />
      </MantineProvider>
    </MemoryRouter>,
  );
  await screen.findByRole('button', { name: 'Supprimer' });
  return closed;
}

test('Escape closes the upper dialog only', async () => {
  const closed = await showTwo(false);
  fireEvent.keyDown(screen.getByRole('button', { name: 'Supprimer' }), { key: 'Escape' });
  expect(closed).toEqual(['question']);
});

test('Escape on a field whose suggestions are open closes no dialog', async () => {
  const closed = await showTwo(false);
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Quartier', hidden: true }), { key: 'Escape' });
  expect(closed).toEqual([]);
});

test.each([
  [true, 'Annuler'],
  [false, 'Supprimer'],
])('what cannot be undone (%s) does not have the focus: « %s » has', async (danger, focused) => {
  await showTwo(danger);
  await waitFor(() => expect(document.activeElement?.textContent).toBe(focused));
});
