import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { call } from '../lib/call.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { Toasts } from '../lib/Toasts.tsx';
import { aUser } from '../testing/people.ts';
import RequireAccess from './RequireAccess.tsx';
import { SessionProvider } from './SessionProvider.tsx';
import { useSession } from './session-context.ts';

function Order() {
  const { user, signOut, updateUser } = useSession();
  const stats = useQuery({
    queryKey: ['stats'],
    queryFn: () => call(statsEndpoints.readDashboardStats),
    enabled: user?.phone === '+2290197000009' || user?.address === 'Cadjèhoun',
    retry: false,
  });
  return (
    <>
      <p>
        {stats.data && 'totalOrders' in stats.data ? `${stats.data.totalOrders} commandes` : 'rien de lu'}
      </p>
      <h1>Commande de {user?.name}</h1>
      <button type="button" onClick={() => void signOut()}>
        Partir
      </button>
      <button type="button" onClick={() => user && updateUser({ ...user, name: 'Afi Sossa' })}>
        Se marier
      </button>
    </>
  );
}

function Profile() {
  const { signOut } = useSession();
  return (
    <>
      <h1>Profil</h1>
      <button type="button" onClick={() => void signOut()}>
        Partir
      </button>
    </>
  );
}

function SignIn() {
  const { signIn } = useSession();
  return (
    <button type="button" onClick={() => signIn('good', aUser())}>
      Entrer
    </button>
  );
}

/**
 * Opens a small site at this path: home, the sign-in page, and a page for customers only.
 * @param homeLoaded resolves when the home page is loaded
 */
export function open(path: string, homeLoaded: Promise<null> = Promise.resolve(null)) {
  const root = (
    <MantineProvider>
      <QueryClientProvider client={createQueryClient()}>
        <SessionProvider>
          <Outlet />
          <Toasts />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
  const router = createMemoryRouter(
    [
      {
        element: root,
        children: [
          { path: '/', loader: () => homeLoaded, element: <h1>Accueil</h1> },
          { path: '/login', element: <h1>Connexion</h1> },
          { path: '/sign-in', element: <SignIn /> },
          { path: '/admin', element: <h1>Espace professionnel</h1> },
          {
            element: <RequireAccess />,
            children: [
              { path: '/order', element: <Order /> },
              { path: '/profile', element: <Profile /> },
            ],
          },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

export const heading = (name: string) => screen.findByRole('heading', { name });
