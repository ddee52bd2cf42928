import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showPage } from '../../testing/show-page.tsx';
import { PageFault } from './PageFault.tsx';

test('shows the same reference on the screen and on the console', async () => {
  const logged = vi.mocked(console.error).mockImplementation(() => {});
  showPage(<PageFault />, '/tracking');
  await screen.findByRole('heading', { level: 1, name: 'Cette page n’a pas pu s’afficher.' });
  const reference = screen.getByText(/^\d\d-\d{4}-[2-9A-Z]{3}$/).textContent;
  expect(screen.getByRole('link', { name: /^Appeler Amasin/ })).toBeDefined();
  expect(logged.mock.calls).toEqual([[expect.stringContaining(`référence ${reference} : `)]]);
  // The setup fails tests that log an error: this one is expected.
  logged.mockClear();
});
