import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createBrowserRouter, Link, Outlet, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PageTransition } from './PageTransition.tsx';

/** Opens the first of two pages. Its files are loading until `endFirstLoad`. */
function openFirstPage() {
  const firstLoad = Promise.withResolvers<{ element: ReactNode }>();
  const shell = (children: ReactNode) => (
    <>
      <PageTransition />
      <Link to="/profile">Mon profil</Link>
      {children}
    </>
  );
  window.history.replaceState(null, '', '/');
  const router = createBrowserRouter([
    {
      id: 'root',
      element: shell(<Outlet />),
      hydrateFallbackElement: shell('Chargement'),
      children: [
        { id: 'first', path: '/', lazy: () => firstLoad.promise },
        { id: 'profile', path: '/profile', element: <h1>Mon profil</h1> },
      ],
    },
  ]);
  onTestFinished(() => {
    router.dispose();
    vi.unstubAllGlobals();
  });
  vi.stubGlobal('__reactRouterManifest', {
    routes: {
      root: { id: 'root', path: '', module: '/root.js' },
      first: { id: 'first', parentId: 'root', index: true, module: '/first.js' },
      profile: { id: 'profile', parentId: 'root', path: 'profile', module: '/profile.js' },
    },
  });
  vi.stubGlobal('__reactRouterRouteModules', { root: {}, first: {} });
  render(<RouterProvider router={router} />);
  return async () => {
    firstLoad.resolve({ element: <h1>Accueil</h1> });
    await vi.waitFor(() => expect(router.state.initialized).toBe(true));
  };
}

/** Answers the requests for files once this promise is resolved. Returns the responses. */
function answerFiles(after: Promise<void>) {
  const responses: Response[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    await after;
    const response = new Response('');
    responses.push(response);
    return response;
  });
  return responses;
}

test('a page opened during the first load is shown once its files are fetched', async () => {
  const files = Promise.withResolvers<void>();
  answerFiles(files.promise);
  const endFirstLoad = openFirstPage();
  fireEvent.click(screen.getByRole('link', { name: 'Mon profil' }));
  expect(await screen.findByRole('progressbar', { name: 'Chargement de la page' })).toBeTruthy();
  await act(endFirstLoad);
  expect(screen.getByRole('heading', { name: 'Accueil' })).toBeTruthy();
  files.resolve();
  expect(await screen.findByRole('heading', { name: 'Mon profil' })).toBeTruthy();
});

test('a page opened just before the end of the first load is shown too', async () => {
  answerFiles(Promise.resolve());
  const endFirstLoad = openFirstPage();
  // React renders the blocked navigation and the end of the load together.
  await act(async () => {
    screen.getByRole('link', { name: 'Mon profil' }).click();
    await endFirstLoad();
  });
  expect(await screen.findByRole('heading', { name: 'Mon profil' })).toBeTruthy();
});

test('a page whose files come just after the end of the first load is shown too', async () => {
  const files = Promise.withResolvers<void>();
  const responses = answerFiles(files.promise);
  const endFirstLoad = openFirstPage();
  fireEvent.click(screen.getByRole('link', { name: 'Mon profil' }));
  expect(await screen.findByRole('progressbar', { name: 'Chargement de la page' })).toBeTruthy();
  await act(async () => {
    await endFirstLoad();
    files.resolve();
    await vi.waitFor(() => expect(responses[0]?.bodyUsed).toBe(true));
  });
  expect(await screen.findByRole('heading', { name: 'Mon profil' })).toBeTruthy();
});
