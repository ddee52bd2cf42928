import { act, render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useOrderChoice } from './use-order-choice.ts';

let change: ReturnType<typeof useOrderChoice>['change'];

function Page() {
  const order = useOrderChoice();
  change = order.change;
  return <p>{order.choice.q}</p>;
}

test('a search that comes late keeps the order that was opened meanwhile', async () => {
  window.history.replaceState(null, '', '/?state=pending');
  render(<RouterProvider router={createBrowserRouter([{ path: '/', element: <Page /> }])} />);
  const late = change;
  window.history.pushState(null, '', '/?state=pending&order=7');
  act(() => late({ q: 'afi' }));
  await screen.findByText('afi');
  expect(window.location.search).toBe('?state=pending&order=7&q=afi');
});
