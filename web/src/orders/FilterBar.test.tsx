import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { useSearchParamFilters } from '../ui/search-param-filters.ts';
import { DateField, StateChips } from './FilterBar.tsx';
import { orderFilters } from './filters.ts';

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

const states: readonly OrderState[] = ['pending', 'delivering', 'ended'];
const counts = { 'pre-treatment': 0, pending: 3, delivering: 0, delivered: 0, ended: 1_200, cancelled: 0 };
const first = { label: 'À faire', count: '1 000+' };

type Props = Partial<Pick<ComponentProps<typeof StateChips>, 'counts' | 'first'>>;

function Chips(props: Props) {
  const { filters, linkTo } = useSearchParamFilters(orderFilters);
  return (
    <StateChips
      counts={counts}
      states={states}
      reader="pharmacy"
      current={filters.state}
      first={first}
      linkTo={linkTo}
      {...props}
    />
  );
}

async function show(props: Props = {}, url = '/pharmacy-dashboard') {
  const router = showPage(<Chips {...props} />, url);
  await screen.findByRole('navigation', { name: 'Commandes par état' });
  return router;
}

const links = () => screen.getAllByRole('link');
const texts = () => links().map(({ textContent }) => plain(textContent));
const current = () =>
  links()
    .filter((link) => link.getAttribute('aria-current') === 'true')
    .map(({ textContent }) => plain(textContent));
const press = (name: RegExp) => fireEvent.click(screen.getByRole('link', { name }));

test('counts all orders and those in each state, named as the reader knows it', async () => {
  await show();
  expect(texts()).toEqual([
    'À faire 1 000+',
    'Toutes 1 203',
    'En préparation 3',
    'En livraison 0',
    'Terminée 1 200',
  ]);
  expect(current()).toEqual(['À faire 1 000+']);
});

test('a second click on a state shows what the list shows at first; other search params remain', async () => {
  const router = await show({}, '/pharmacy-dashboard?q=dossou');
  press(/^En préparation/);
  await waitFor(() => expect(router.state.location.search).toBe('?q=dossou&state=pending'));
  expect(current()).toEqual(['En préparation 3']);
  press(/^En préparation/);
  await waitFor(() => expect(router.state.location.search).toBe('?q=dossou'));
  expect(current()).toEqual(['À faire 1 000+']);
  press(/^Toutes/);
  await waitFor(() => expect(router.state.location.search).toBe('?q=dossou&state=all'));
  expect(current()).toEqual(['Toutes 1 203']);
});

test('shows dashes until the counts are loaded', async () => {
  await show({ counts: undefined, first: { label: 'À faire', count: undefined } });
  expect(texts()).toEqual(['À faire –', 'Toutes –', 'En préparation –', 'En livraison –', 'Terminée –']);
});
