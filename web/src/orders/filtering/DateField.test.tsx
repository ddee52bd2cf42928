import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { DateField } from './DateField.tsx';

function Screen() {
  const [date, setDate] = useState('');
  return (
    <MantineProvider env="test">
      <DateField value={date} onChange={setDate} />
      <button type="button" onClick={() => setDate('')}>
        Tout effacer
      </button>
      <p>filtre : {date === '' ? 'aucun' : date}</p>
    </MantineProvider>
  );
}

const selected = () => screen.getByLabelText<HTMLSelectElement>('Date').selectedOptions[0]?.label;
const day = () => screen.queryByLabelText<HTMLInputElement>('Jour');
const pick = (date: string) => fireEvent.change(day()!, { target: { value: date } });

async function openDay() {
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: 'one-day' } });
  const field = await screen.findByLabelText('Jour');
  expect(document.activeElement).toBe(field);
}

test('« Tout effacer » also clears the day, and the same day can be selected again', async () => {
  render(<Screen />, { wrapper: MemoryRouter });
  await openDay();
  pick('2025-11-12');
  screen.getByText('filtre : 2025-11-12');
  fireEvent.click(screen.getByRole('button', { name: 'Tout effacer' }));
  screen.getByText('filtre : aucun');
  expect(selected()).toBe('Toutes les dates');
  expect(day()).toBeNull();
  await openDay();
  expect(day()?.value).toBe('');
  pick('2025-11-12');
  screen.getByText('filtre : 2025-11-12');
});

test('clearing the day clears the filter, and another day can be typed', async () => {
  render(<Screen />, { wrapper: MemoryRouter });
  await openDay();
  pick('2025-11-12');
  pick('');
  screen.getByText('filtre : aucun');
  expect(selected()).toBe('Un jour précis…');
  pick('2025-11-13');
  screen.getByText('filtre : 2025-11-13');
});
