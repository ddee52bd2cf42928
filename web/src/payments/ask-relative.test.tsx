import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { payLinkEndpoints } from '@amasin/domain/payments/endpoints.ts';
import type { PayLink } from '@amasin/domain/payments/pay-request.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { clearStored } from '../lib/stored.ts';
import Tracking from '../pages/customer/tracking.tsx';
import { fakeApi } from '../testing/fake-api.ts';
import { aListOf, anOrder } from '../testing/orders.ts';
import { showPage } from '../testing/show-page.tsx';

const order = anOrder({ state: 'pre-treatment', finalAmount: 0, allowedActions: ['pay'] });
const link: PayLink = {
  _id: '0198a000-0000-7000-8000-0000000000e1',
  state: 'open',
  amount: 9_200,
  until: '2026-11-21T13:05:00.000Z',
  received: [],
  orderId: order._id,
  basketId: order._id,
  showsContent: false,
  createdAt: '2026-11-20T13:05:00.000Z',
};

beforeEach(() => {
  clearStored();
  vi.setSystemTime(new Date(link.createdAt));
  onTestFinished(() => void vi.useRealTimers());
});

function setUp(shown = order, links: PayLink[] = []) {
  const api = fakeApi();
  let listed = links;
  api.on(orderEndpoints.listOrders, () => aListOf(shown));
  api.on(orderEndpoints.readOrder, () => ({ order: shown }));
  api.on(orderEndpoints.readReadingTime, () => ({ minutes: 20 }));
  api.on(payLinkEndpoints.listPayLinks, () => ({ payLinks: listed }));
  api.on(payLinkEndpoints.createPayLink, () => {
    listed = [link];
    return { payLink: link, token: 'secret' };
  });
  api.on(payLinkEndpoints.withdrawPayLink, () => {
    listed = [{ ...link, state: 'withdrawn' }];
    return null;
  });
  showPage(<Tracking />, `/tracking?order=${shown._id}`);
  return api;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('makes a link, hidden medicines by default, and gives it by WhatsApp, copy and QR code', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', Object.assign(navigator, { clipboard: { writeText } }));
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
  const api = setUp();
  await press('Faire payer par un proche');
  await press('Faire le lien');
  const whatsApp = await screen.findByRole('link', { name: 'Envoyer par WhatsApp' });
  const address = `${window.location.origin}/payer#secret`;
  const message = new URL(whatsApp.getAttribute('href') ?? '').searchParams.get('text') ?? '';
  expect(message.replaceAll(/\s/g, ' ')).toMatch(/^Pouvez-vous payer 9 200 F pour moi sur Amasin/);
  expect(message.endsWith(address)).toBe(true);
  for (const { label } of order.prescription?.items ?? []) expect(message).not.toContain(label);
  expect(screen.getByRole('img', { name: 'Code QR du lien de paiement' })).toBeDefined();
  await press('Copier le lien');
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(address));
  expect(api.sent.find(({ method }) => method === 'POST')?.body).toEqual({
    orderId: order._id,
    showsContent: false,
  });
});

test('withdraws it in one tap', async () => {
  const api = setUp(order, [link]);
  await screen.findByText('Demandé à un proche');
  await press('Retirer la demande');
  await waitFor(() => expect(screen.queryByText('Demandé à un proche')).toBeNull());
  expect(api.sent.some(({ method, path }) => method === 'DELETE' && path.endsWith(link._id))).toBe(true);
  expect(screen.getByRole('button', { name: /^Payer/ })).toBeDefined();
});

test('says who paid, by two digits, and what became of the money', async () => {
  const paid = anOrder({ state: 'pending', allowedActions: [] });
  const received = [
    { amount: 9_200, state: 'refund-asked', operator: 'moov', payingPhone: '01 •• •• •• 17', at: link.until },
  ] as const;
  setUp(paid, [{ ...link, state: 'cancelled', orderId: paid._id, received: [...received] }]);
  const line = await screen.findByText(/01 •• •• •• 17/);
  expect(line.textContent?.replaceAll(/\s/g, ' ')).toBe(
    '9 200 F du 01 •• •• •• 17 (Moov Money) : remboursement en cours',
  );
});
