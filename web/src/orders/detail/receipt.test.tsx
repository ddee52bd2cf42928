import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { fakeObjectUrls } from '../../testing/fake-object-urls.ts';
import { anOrder } from '../../testing/orders.ts';
import { showPage } from '../../testing/show-page.tsx';
import { ReceiptButton } from './ReceiptButton.tsx';

const button = () => screen.queryByRole('button', { name: 'Télécharger le reçu (PDF)' });

test('there is none before an order is paid', () => {
  showPage(<ReceiptButton order={anOrder({ paidAt: null })} />, '/tracking');
  expect(button()).toBeNull();
});

test('a refusal is shown, and nothing is saved', async () => {
  const api = fakeApi();
  fakeObjectUrls();
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  onTestFinished(() => click.mockRestore());
  api.on(orderEndpoints.printReceipt, () => refuse('TOO_MANY_TRIES'));
  showPage(<ReceiptButton order={anOrder()} />, '/tracking');
  fireEvent.click(button()!);
  await screen.findByText('Trop de tentatives. Veuillez réessayer dans quelques minutes.');
  await waitFor(() => expect(click).not.toHaveBeenCalled());
});
