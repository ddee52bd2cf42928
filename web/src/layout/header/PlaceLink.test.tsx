import { screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { HydrationProvider } from '../../lib/hydration/hydration.tsx';
import { showPage } from '../../testing/show-page.tsx';
import { PlaceLink } from './PlaceLink.tsx';

const links = (
  <>
    <PlaceLink to="/" className="place">
      Accueil
    </PlaceLink>
    <PlaceLink to="/about" className="place">
      À propos
    </PlaceLink>
  </>
);

test('the written page claims nothing: it is the beginning of every other one too', () => {
  const written = renderToString(
    <HydrationProvider>
      <MemoryRouter>{links}</MemoryRouter>
    </HydrationProvider>,
  );
  expect(written).not.toContain('aria-current');
});

test('alive, it names the page on which one stands, and no other', async () => {
  showPage(links, '/about');
  expect((await screen.findByRole('link', { current: 'page' })).textContent).toBe('À propos');
});
