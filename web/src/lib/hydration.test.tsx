import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { HydrationProvider, useHydrated } from './hydration.tsx';

const renders: boolean[] = [];

function Probe() {
  const hydrated = useHydrated();
  renders.push(hydrated);
  return <p>{hydrated ? 'hydraté' : 'prérendu'}</p>;
}

const page = (
  <HydrationProvider>
    <Probe />
  </HydrationProvider>
);

it('the first render equals the prerendered page; the next one is hydrated', async () => {
  const root = document.createElement('div');
  root.innerHTML = renderToString(page);
  expect(root.textContent).toBe('prérendu');
  renders.length = 0;
  const mismatch = vi.fn();
  await act(async () => hydrateRoot(root, page, { onRecoverableError: mismatch }));
  expect(mismatch).not.toHaveBeenCalled();
  expect(renders[0]).toBe(false);
  expect(root.textContent).toBe('hydraté');
});

it('without a provider the page counts as hydrated', () => {
  expect(render(<Probe />).container.textContent).toBe('hydraté');
});
