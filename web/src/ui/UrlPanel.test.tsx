import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { type Panel, UrlPanel } from './UrlPanel.tsx';

const panels: readonly [Panel, ...Panel[]] = [
  { name: 'orders', title: 'Commandes', panel: () => <p>les commandes</p> },
  { name: 'zones', title: 'Zones', panel: <p>les zones</p> },
];

function show(url: string) {
  const router = createMemoryRouter([{ path: '/', element: <UrlPanel panels={panels} /> }], {
    initialEntries: [url],
  });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return router;
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

test.each(['/?state=pending', '/?tab=nulle-part&state=pending'])('%s shows the first panel', (url) => {
  show(url);
  expect(screen.getByText('les commandes')).toBeDefined();
  expect(heading()).toBe('Commandes');
});

test('« ?tab= » shows the panel of this name, and only that one', async () => {
  const router = show('/?state=pending');
  await act(() => router.navigate('/?tab=zones'));
  expect(screen.getByText('les zones')).toBeDefined();
  expect(heading()).toBe('Zones');
  expect(screen.queryByText('les commandes')).toBeNull();
});
