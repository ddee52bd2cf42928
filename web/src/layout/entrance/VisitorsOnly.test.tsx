import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { VisitorsOnly } from './VisitorsOnly.tsx';

test('who has just signed in sees that their screen is coming, never an empty page', async () => {
  let letCome = () => {};
  const coming = new Promise<null>((resolve) => {
    letCome = () => resolve(null);
  });
  const door = (
    <SessionContext value={aSession(aUser())}>
      <VisitorsOnly>
        <p>La porte</p>
      </VisitorsOnly>
    </SessionContext>
  );
  const router = createMemoryRouter(
    [
      { path: '/login', element: door },
      { path: '/dashboard', loader: () => coming, element: <h1>Mon espace</h1> },
    ],
    { initialEntries: ['/login'] },
  );
  onTestFinished(() => router.dispose());
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  await screen.findByRole('status', { name: 'Chargement…' });
  letCome();
  await screen.findByRole('heading', { name: 'Mon espace' });
  expect(screen.queryByRole('status')).toBeNull();
});
