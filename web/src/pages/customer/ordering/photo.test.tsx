import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { networkError, refuse } from '../../../testing/fake-api.ts';
import { fakeObjectUrls } from '../../../testing/fake-object-urls.ts';
import { attachFile, fakeUploads } from '../../../testing/fake-uploads.ts';
import { anOrder } from '../../../testing/orders.ts';
import {
  choose,
  chooseWay,
  codeField,
  fillPlace,
  medicineField,
  newDevice,
  openOrder,
  sendButton,
  setUpOrder,
  wayOf,
  zone,
} from '../order.fixture.tsx';

beforeEach(newDevice);

const pdf = new File(['%PDF-1.7 %%EOF'], 'ordonnance.pdf', { type: 'application/pdf' });

function setUp() {
  fakeObjectUrls();
  return { ...setUpOrder(), uploads: fakeUploads() };
}

const order = anOrder({ state: 'pre-treatment', itemsCount: 0, medicinesAmount: null, totalAmount: null });

test('orders with a photograph without paying, and opens the tracking page', async () => {
  const { api, placed, opened, uploads } = setUp();
  api.on(orderEndpoints.placeOrder, () => ({ order }));
  const { router } = openOrder();
  await chooseWay(/^Ordonnance photographiée/);
  expect(await screen.findByText('Un pharmacien lit votre ordonnance, puis vous payez')).toBeDefined();
  expect(await screen.findByText('Le prix des médicaments sera connu après lecture.')).toBeDefined();
  expect(screen.queryByText('Commission de service (10 %)')).toBeNull();
  await attachFile(uploads, 'a-key');
  await fillPlace();
  fireEvent.click(sendButton(/^Commander$/));
  await screen.findByText('Commande créée avec succès, nous vous reviendrons très vite !');
  expect(placed()[0]?.body).toEqual({
    prescription: { type: 'physical', url: 'a-key' },
    deliveryZone: zone._id,
    deliveryAddress: 'Portail bleu',
    finalAmount: null,
  });
  expect(placed()[0]?.headers.get('idempotency-key')).toBe('photo:a-key');
  expect(opened()).toHaveLength(0);
  expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
    `/tracking?order=${order._id}`,
  );
});

test('a medicine that is not found is ordered with the photograph of its box', async () => {
  const { api, placed, uploads } = setUp();
  api.on(orderEndpoints.placeOrder, () => ({ order }));
  openOrder();
  fireEvent.change(await medicineField(), { target: { value: 'xylitol' } });
  expect(await screen.findByText('Nous n’avons pas trouvé ce médicament.')).toBeDefined();
  expect(screen.queryByText(/^Les médicaments déjà choisis/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer la photo de la boîte' }));
  const way = await wayOf(/^Ordonnance photographiée/);
  expect([way.checked, document.activeElement]).toEqual([true, way]);
  await screen.findByText('Photo de votre ordonnance ou de la boîte');
  await attachFile(uploads, 'box-key');
  await fillPlace();
  fireEvent.click(sendButton(/^Commander$/));
  await screen.findByText('Commande créée avec succès, nous vous reviendrons très vite !');
  expect(placed()[0]?.body).toMatchObject({ prescription: { type: 'physical', url: 'box-key' } });
});

test('says that selected medicines are not in the order with a photograph', async () => {
  setUp();
  openOrder();
  await choose('para');
  fireEvent.change(await medicineField(), { target: { value: 'xylitol' } });
  await screen.findByText(/Les médicaments déjà choisis ne seront pas dans cette commande/);
  fireEvent.change(await medicineField(), { target: { value: 'para' } });
  await waitFor(() => expect(screen.queryByRole('button', { name: /photo de la boîte/ })).toBeNull());
});

test('does not send an order without a file', async () => {
  const { placed } = setUp();
  openOrder();
  await chooseWay(/^Ordonnance photographiée/);
  await screen.findByTestId('files');
  await fillPlace();
  fireEvent.click(sendButton(/^Commander$/));
  expect(await screen.findByText('Veuillez uploader votre ordonnance')).toBeDefined();
  await waitFor(() => expect(document.activeElement?.getAttribute('data-path')).toBe('what'));
  expect(placed()).toHaveLength(0);
});

test('cannot be sent while the file is being uploaded', async () => {
  const { uploads } = setUp();
  openOrder();
  await chooseWay(/^Ordonnance photographiée/);
  fireEvent.change(await screen.findByTestId('files'), { target: { files: [pdf] } });
  await waitFor(() => expect(uploads).toHaveLength(1));
  const button = sendButton(/^Envoi de l’ordonnance…$/) as HTMLButtonElement;
  expect(button.dataset.loading).toBe('true');
  uploads[0]!.accept('a-key');
  await waitFor(() => expect(sendButton(/^Commander$/).dataset.loading).toBeUndefined());
});

test('after a lost response and a reload, sends the order with the same key, without another upload', async () => {
  const { api, placed, uploads } = setUp();
  api.on(orderEndpoints.placeOrder, () => networkError);
  const first = openOrder();
  await chooseWay(/^Ordonnance photographiée/);
  await attachFile(uploads, 'a-key');
  await fillPlace();
  fireEvent.click(sendButton(/^Commander$/));
  await screen.findByText(
    'Erreur lors de la création de la commande. Vérifiez votre réseau, puis réessayez.',
  );
  first.unmount();

  api.on(orderEndpoints.placeOrder, () => ({ order }));
  openOrder();
  expect(await screen.findByText('Fichier joint', { selector: 'p' })).toBeDefined();
  fireEvent.click(sendButton(/^Commander$/));
  await screen.findByText('Suivi');
  const [lost, again] = placed();
  expect(again?.body).toEqual(lost?.body);
  expect(again?.headers.get('idempotency-key')).toBe(lost?.headers.get('idempotency-key'));
  expect(uploads).toHaveLength(1);
});

test('asks for another file when the server has deleted it; other values remain', async () => {
  const { api, uploads } = setUp();
  api.on(orderEndpoints.placeOrder, () =>
    refuse('INVALID', { 'prescription.url': 'Veuillez uploader votre ordonnance' }),
  );
  openOrder();
  await chooseWay(/^Ordonnance photographiée/);
  await attachFile(uploads, 'a-key');
  await fillPlace();
  fireEvent.click(sendButton(/^Commander$/));
  expect(await screen.findByText('Veuillez uploader votre ordonnance')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Choisir un fichier' })).toBeDefined();
  expect(screen.getByDisplayValue('Portail bleu')).toBeDefined();
});

test('an upload, and the previous photograph, remain while another way is selected', async () => {
  const { uploads } = setUp();
  openOrder();
  await chooseWay(/^Ordonnance photographiée/);
  await attachFile(uploads, 'a-key');
  const better = new File(['%PDF-1.7 %%EOF'], 'mieux.pdf', { type: 'application/pdf' });
  fireEvent.change(await screen.findByTestId('files'), { target: { files: [better] } });
  await waitFor(() => expect(uploads).toHaveLength(2));

  await chooseWay(/^Code d’ordonnance/);
  await codeField();
  expect(screen.queryByRole('button', { name: 'Annuler' })).toBeNull();
  expect(uploads[1]!.aborted).toBe(false);
  fireEvent.click(sendButton(/^Commander$/));
  expect(await screen.findByText('Numéro requis')).toBeDefined();
  expect(screen.getAllByText('Numéro requis')).toHaveLength(1);
  await waitFor(async () => expect(document.activeElement).toBe(await codeField()));

  await chooseWay(/^Ordonnance photographiée/);
  expect(sendButton(/^Envoi de l’ordonnance…$/).dataset.loading).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(sendButton(/^Commander$/).dataset.loading).toBeUndefined());
  expect(screen.getByText('ordonnance.pdf')).toBeDefined();
});
