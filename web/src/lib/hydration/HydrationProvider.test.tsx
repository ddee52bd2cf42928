import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { HydrationProvider } from './HydrationProvider.tsx';
import { useHydrated } from './use-hydrated.ts';

const seen: boolean[] = [];

function Witness() {
  const hydrated = useHydrated();
  seen.push(hydrated);
  return <p>{hydrated ? 'vivante' : 'écrite'}</p>;
}

const page = (
  <HydrationProvider>
    <Witness />
  </HydrationProvider>
);

it('the written page and its first picture are the same; then everything below hears that it is alive', async () => {
  const root = document.createElement('div');
  root.innerHTML = renderToString(page);
  expect(root.textContent).toBe('écrite');
  seen.length = 0;
  const differs = vi.fn();
  await act(async () => hydrateRoot(root, page, { onRecoverableError: differs }));
  expect(differs).not.toHaveBeenCalled();
  expect(seen[0]).toBe(false);
  expect(root.textContent).toBe('vivante');
});

it('where there is no written page, nobody waits', () => {
  expect(render(<Witness />).container.textContent).toBe('vivante');
});
