import { act, render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { readers, searchParamFilters, useSearchParamFilters } from './search-param-filters.ts';

const filters = searchParamFilters({ q: readers.text(100), state: readers.oneOf(['pending']) });

let change: (part: { q: string }) => void;

function Page() {
  const current = useSearchParamFilters(filters);
  change = current.change;
  return <p>{current.filters.q}</p>;
}

test('a debounced search keeps the order opened meanwhile', async () => {
  window.history.replaceState(null, '', '/?state=pending');
  render(<RouterProvider router={createBrowserRouter([{ path: '/', element: <Page /> }])} />);
  const late = change;
  window.history.pushState(null, '', '/?state=pending&order=7');
  act(() => late({ q: 'afi' }));
  await screen.findByText('afi');
  expect(window.location.search).toBe('?state=pending&order=7&q=afi');
});
