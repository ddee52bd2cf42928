import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ResponsiveDialog } from './dialog.tsx';

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
