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

test('has no `aria-current` in the prerendered page, from which every page starts', () => {
  const written = renderToString(
    <HydrationProvider>
      <MemoryRouter>{links}</MemoryRouter>
    </HydrationProvider>,
  );
  expect(written).not.toContain('aria-current');
});

test('has `aria-current` for its own page only, once hydrated', async () => {
  showPage(links, '/about');
  expect((await screen.findByRole('link', { current: 'page' })).textContent).toBe('À propos');
});
