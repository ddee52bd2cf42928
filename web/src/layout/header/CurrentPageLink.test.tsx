import { screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { HydrationProvider } from '../../lib/hydration.tsx';
import { showPage } from '../../testing/show-page.tsx';
import { CurrentPageLink } from './CurrentPageLink.tsx';

const links = (
  <>
    <CurrentPageLink to="/" className="place">
      Accueil
    </CurrentPageLink>
    <CurrentPageLink to="/about" className="place">
      À propos
    </CurrentPageLink>
  </>
);

test('has no `aria-current` while prerendered', () => {
  const html = renderToString(
    <HydrationProvider>
      <MemoryRouter>{links}</MemoryRouter>
    </HydrationProvider>,
  );
  expect(html).not.toContain('aria-current');
});

test('has `aria-current` for its own page only, once hydrated', async () => {
  showPage(links, '/about');
  expect((await screen.findByRole('link', { current: 'page' })).textContent).toBe('À propos');
});
