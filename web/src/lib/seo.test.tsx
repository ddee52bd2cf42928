import { act } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
import { useCanonical } from './seo.ts';

function Page() {
  useCanonical();
  return null;
}

test('the canonical link follows navigation, on the origin that the server set', async () => {
  const link = document.createElement('link');
  link.rel = 'canonical';
  link.href = 'https://amasin.bj/login';
  document.head.append(link);
  onTestFinished(() => link.remove());
  const router = showPage(<Page />, '/about');
  expect(link.href).toBe('https://amasin.bj/about');
  await act(() => router.navigate('/about?q=1'));
  expect(link.href).toBe('https://amasin.bj/about');
});

test('without a canonical link none is added', () => {
  showPage(<Page />, '/about');
  expect(document.querySelector('link[rel=canonical]')).toBeNull();
});
