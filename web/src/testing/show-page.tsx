import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../lib/query-client.ts';
import { Toasts } from '../lib/Toasts.tsx';

/**
 * Renders one screen at its URL, inside the providers of every page.
 * @param state the navigation state
 * @returns its router
 */
export function showPage(page: ReactNode, url: string, state?: object) {
  notifications.clean();
  const [path = '/'] = url.split(/[?#]/);
  window.history.replaceState(state === undefined ? null : { usr: state, key: 'test', idx: 0 }, '', url);
  const around = (inside: ReactNode) => (
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        {inside}
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
  const router = createBrowserRouter([
    { path, element: around(page) },
    // Other pages are empty.
    { path: '*', element: around(null) },
  ]);
  onTestFinished(() => router.dispose());
  render(<RouterProvider router={router} />);
  return router;
}

/** Makes every media query match in this test: a phone's screen. */
export function phoneScreen(): void {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...matchMedia(media), matches: true }));
}
