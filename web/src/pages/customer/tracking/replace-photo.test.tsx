import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, networkError } from '../../../testing/fake-api.ts';
import { fakeObjectUrls } from '../../../testing/fake-object-urls.ts';
import { attachFile, fakeUploads } from '../../../testing/fake-uploads.ts';
import { aListOf, anOrder } from '../../../testing/orders.ts';
import { showPage } from '../../../testing/show-page.tsx';
import Tracking from '../tracking.tsx';

/** An order whose photograph cannot be read; after `accept` the server takes another one. */
async function setUp() {
  const order = anOrder({
    state: 'pre-treatment',
    prescription: null,
    prescriptionUrl: 'blurred-one',
    photoProblem: 'blurred',
    itemsCount: 0,
    allowedActions: ['replace-photo'],
  });
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readReadingTime, () => ({ minutes: 20 }));
  fakeObjectUrls();
  const uploads = fakeUploads();
  const accept = (until = Promise.resolve()) =>
    api.on(orderEndpoints.replacePhoto, async ({ body }) => {
      await until;
      expect(body).toEqual({ url: 'sharp-one' });
      const replaced = { ...order, prescriptionUrl: 'sharp-one', photoProblem: null, allowedActions: [] };
      api.on(orderEndpoints.listOrders, () => aListOf(replaced));
      api.on(orderEndpoints.readOrder, () => ({ order: replaced }));
      return { order: replaced };
    });
  showPage(<Tracking />, `/tracking?order=${order._id}`);
  await screen.findByText('Votre photo ne peut pas être lue : photo floue');
  expect(screen.queryByRole('button', { name: 'Envoyer cette photo' })).toBeNull();
  return { api, uploads, accept };
}

test('a photograph that cannot be read is replaced as soon as another one is uploaded', async () => {
  const { uploads, accept } = await setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  accept(promise);
  await attachFile(uploads, 'sharp-one');
  resolve();
  await screen.findByText('Photo envoyée');
  await screen.findByText(/^Photo reçue : un pharmacien la lit/);
});

test('a photograph that the order has not received can be sent again', async () => {
  const { api, uploads, accept } = await setUp();
  api.on(orderEndpoints.replacePhoto, () => networkError);
  await attachFile(uploads, 'sharp-one');
  await screen.findByText(/^Erreur lors de la mise à jour/);
  accept();
  fireEvent.click(await screen.findByRole('button', { name: 'Envoyer cette photo' }));
  await screen.findByText('Photo envoyée');
  await screen.findByText(/^Photo reçue : un pharmacien la lit/);
});
