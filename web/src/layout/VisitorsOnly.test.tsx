import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import { SessionContext } from '../session/session-context.ts';
import { aUser } from '../testing/people.ts';
import { aSession } from '../testing/session.ts';
import { VisitorsOnly } from './AuthCard.tsx';

test('shows a skeleton while the page of a signed-in person is loaded', async () => {
  let release = () => {};
  const released = new Promise<null>((resolve) => {
    release = () => resolve(null);
  });
  const signInPage = (
    <SessionContext value={aSession(aUser())}>
      <VisitorsOnly>
        <p>Connexion</p>
      </VisitorsOnly>
    </SessionContext>
  );
  const router = createMemoryRouter(
    [
      { path: '/login', element: signInPage },
      { path: '/dashboard', loader: () => released, element: <h1>Mon espace</h1> },
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
  release();
  await screen.findByRole('heading', { name: 'Mon espace' });
  expect(screen.queryByRole('status')).toBeNull();
});
