import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLongList } from '../lib/lists.ts';
import { plain } from '../testing/plain.ts';
import { CountLine, MoreButton } from './listing.tsx';
import { PageButtons } from './PageButtons.tsx';

const PAGE = 500;

/** Like the server, which counts up to 1,000 unless this is the last page. */
async function fetchPage(rows: number, page: number) {
  const left = rows - (page - 1) * PAGE;
  return {
    total: left > PAGE ? Math.min(rows, 1_001) : rows,
    rows: Array.from({ length: Math.min(PAGE, left) }, (_, n) => ({ _id: `${page} ${n}` })),
  };
}

function Screen({ rows }: { rows: number }) {
  const list = useLongList({
    queryKey: ['orders', rows],
    fetchPage: (page) => fetchPage(rows, page),
    rowsOf: (page) => page.rows,
  });
  return (
    <>
      <CountLine list={list} noun="commande" shown={list.rows.length} />
      <MoreButton list={list} />
    </>
  );
}

const show = (rows: number) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <Screen rows={rows} />
      </MantineProvider>
    </QueryClientProvider>,
  );
const more = () => screen.queryByRole('button', { name: /Voir plus/ });
const line = () => plain(screen.getByRole('status').textContent ?? '');

test('says how many rows remain', async () => {
  show(700);
  expect(plain((await screen.findByRole('button')).textContent ?? '')).toBe('Voir plus (200 autres)');
  expect(line()).toBe('700 commandes · 500 à l’écran');
});

test('says « Plus de 1 000 » where the server stopped counting, and loads to the end', async () => {
  show(1_600);
  await screen.findByText(/500 à l’écran/);
  for (const _page of [2, 3]) {
    expect([line(), more()?.textContent]).toEqual([
      expect.stringMatching(/^Plus de 1 000 commandes/),
      'Voir plus',
    ]);
    fireEvent.click(more()!);
    await waitFor(() => expect(more()?.hasAttribute('data-loading')).toBe(false));
  }
  fireEvent.click(more()!);
  await waitFor(() => expect(line()).toBe('1 600 commandes'));
  expect(more()).toBeNull();
});

test.each([
  [1, 3, '1 2 3'],
  [1, 9, '1 2 … 9'],
  [3, 9, '1 2 3 4 … 9'],
  [4, 9, '1 2 3 4 5 … 9'],
  [5, 9, '1 … 4 5 6 … 9'],
  [9, 9, '1 … 8 9'],
  [500, 1000, '1 … 499 500 501 … 1000'],
])('page %i of %i has the buttons %s', (page, pages, shown) => {
  const list = { total: pages * PAGE, isLoaded: true, isOutdated: false };
  render(
    <MantineProvider env="test">
      <PageButtons list={list} size={PAGE} page={page} onPage={() => {}} />
    </MantineProvider>,
  );
  const numbers = screen.getByRole('button', { name: `Page ${page}` }).parentElement?.children ?? [];
  expect([...numbers].map(({ textContent }) => textContent?.replace(/\s/g, '')).join(' ')).toBe(shown);
});

test('a single page has no buttons', () => {
  const list = { total: PAGE, isLoaded: true, isOutdated: false };
  render(
    <MantineProvider env="test">
      <PageButtons list={list} size={PAGE} page={1} onPage={() => {}} />
    </MantineProvider>,
  );
  expect(screen.queryByRole('navigation')).toBeNull();
});
