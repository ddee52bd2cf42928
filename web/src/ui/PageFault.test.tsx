import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
import { faultReference, PageFault } from './PageFault.tsx';

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

test('has the time in Benin, then characters that are not confused with one another', () => {
  const late = new Date('2026-11-20T23:05:00Z');
  expect(faultReference(late, 0)).toBe('21-0005-222');
  expect(faultReference(late, 0.999999)).toBe('21-0005-ZZZ');
  for (let chance = 0; chance < 1; chance += 0.013) {
    expect(faultReference(late, chance)).toMatch(/^21-0005-[2-9AC-HJ-NP-RT-Z]{3}$/);
  }
});
