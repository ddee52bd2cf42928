import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { type UrlTab, UrlTabs } from './UrlTabs.tsx';

const tabs: readonly [UrlTab, ...UrlTab[]] = [
  { name: 'orders', label: 'Commandes', panel: () => <p>les commandes</p> },
  { name: 'zones', label: 'Zones', panel: () => <p>les zones</p> },
];

function show(url: string) {
  const router = createMemoryRouter([{ path: '/', element: <UrlTabs label="Parties" tabs={tabs} /> }], {
    initialEntries: [url],
  });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return router;
}

test('the first tab is shown without the search param, and for an unknown value', () => {
  show('/?tab=nulle-part&state=pending');
  expect(screen.getByText('les commandes')).toBeDefined();
  expect(screen.getByRole('tab', { name: 'Commandes' }).getAttribute('aria-selected')).toBe('true');
});

test('selecting a tab sets its URL, without the filters and dialogs of the previous tab', async () => {
  const router = show('/?state=pending&order=7');
  fireEvent.click(screen.getByRole('tab', { name: 'Zones' }));
  await screen.findByText('les zones');
  expect(router.state.location.search).toBe('?tab=zones');
  expect(screen.queryByText('les commandes')).toBeNull();
  fireEvent.click(screen.getByRole('tab', { name: 'Commandes' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});
