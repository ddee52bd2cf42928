import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { onTestFinished } from 'vitest';
import { createQueryClient } from '../lib/api/query-client.ts';
import Toasts from '../lib/toast/Toasts.tsx';

/** Shows one screen, at its address, with all that stands around every page; answers its router. */
export function showPage(page: ReactNode, address: string) {
  notifications.clean();
  const [path = '/'] = address.split('?');
  window.history.replaceState(null, '', address);
  const router = createBrowserRouter([
    {
      path,
      element: (
        <MantineProvider env="test">
          <QueryClientProvider client={createQueryClient()}>
            {page}
            <Toasts />
          </QueryClientProvider>
        </MantineProvider>
      ),
    },
  ]);
  onTestFinished(() => router.dispose());
  render(<RouterProvider router={router} />);
  return router;
}
