import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useDialogUrl } from './use-dialog-url.ts';

function Page() {
  const { value, opened, open, linkTo, close } = useDialogUrl('commande');
  return (
    <>
      <p>{opened ? `ouvert ${value}` : 'fermé'}</p>
      <button type="button" onClick={() => open('42')}>
        Ouvrir
      </button>
      <button type="button" onClick={() => open('43')}>
        Suivant
      </button>
      <Link {...linkTo('44', { etat: 'ended' })}>Lien</Link>
      <button type="button" onClick={close}>
        Fermer
      </button>
    </>
  );
}

function show(url: string) {
  const router = createMemoryRouter(
    [
      { path: '/avant', element: <p>avant</p> },
      { path: '/liste', element: <Page /> },
    ],
    { initialEntries: ['/avant', url], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
  return router;
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('opening writes the URL and keeps the filters; the back button closes', async () => {
  const router = show('/liste?etat=pending');
  click('Ouvrir');
  await screen.findByText('ouvert 42');
  expect(router.state.location.search).toBe('?etat=pending&commande=42');
  await act(() => router.navigate(-1));
  await screen.findByText('fermé');
  expect(router.state.location.search).toBe('?etat=pending');
});

test('closing a dialog opened on this page goes one step back in the history', async () => {
  const router = show('/liste');
  click('Ouvrir');
  await screen.findByText('ouvert 42');
  click('Fermer');
  await screen.findByText('fermé');
  await act(() => router.navigate(-1));
  await screen.findByText('avant');
});

test.each([
  ['button', () => click('Suivant'), 'ouvert 43'],
  ['link', () => fireEvent.click(screen.getByText('Lien')), 'ouvert 44'],
])('another value, by a %s, takes the place of the open one: one step back closes', async (_, go, text) => {
  const router = show('/liste');
  click('Ouvrir');
  await screen.findByText('ouvert 42');
  go();
  await screen.findByText(text);
  click('Fermer');
  await screen.findByText('fermé');
  await act(() => router.navigate(-1));
  await screen.findByText('avant');
});

test('a link opens it with other params; closing goes one step back', async () => {
  const router = show('/liste?etat=pending');
  fireEvent.click(screen.getByText('Lien'));
  await screen.findByText('ouvert 44');
  expect(router.state.location.search).toBe('?etat=ended&commande=44');
  click('Fermer');
  await screen.findByText('fermé');
  expect(router.state.location.search).toBe('?etat=pending');
});

test('closing a dialog opened by a link stays on the page', async () => {
  const router = show('/liste?commande=7');
  await screen.findByText('ouvert 7');
  click('Fermer');
  await screen.findByText('fermé');
  expect(router.state.location).toMatchObject({ pathname: '/liste', search: '' });
});

test('closing twice before the navigation ends goes back only one step', async () => {
  const router = show('/liste');
  click('Ouvrir');
  await screen.findByText('ouvert 42');
  act(() => {
    click('Fermer');
    click('Fermer');
  });
  await screen.findByText('fermé');
  expect(router.state.location.pathname).toBe('/liste');
});
