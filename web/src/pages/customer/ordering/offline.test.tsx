import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { WaitingOrderSender } from '../../../layout/SignedIn.tsx';
import { learnTime } from '../../../lib/clock.ts';
import { CHOSEN_FILE, clearStored, readStored, store } from '../../../lib/stored.ts';
import { WaitingOrders } from '../../../orders/ordering/WaitingOrders.tsx';
import { SessionContext } from '../../../session/session-context.ts';
import { loseNetwork } from '../../../testing/customers/lose-network.ts';
import { networkError, refuse } from '../../../testing/fake-api.ts';
import { fakeObjectUrls } from '../../../testing/fake-object-urls.ts';
import { fakeUploads } from '../../../testing/fake-uploads.ts';
import { anOrder } from '../../../testing/orders.ts';
import { aUser } from '../../../testing/people.ts';
import { aSession } from '../../../testing/session.ts';
import { showPage } from '../../../testing/show-page.tsx';
import {
  addressField,
  choose,
  chooseWay,
  fillPlace,
  medicineField,
  newDevice,
  openOrder,
  paracetamol,
  sectorField,
  sendButton,
  setUpOrder,
  zone,
} from '../order.fixture.tsx';

beforeEach(newDevice);

const KEPT = 'Commande gardée sur cet appareil : elle partira au retour du réseau.';
const pdf = new File(['%PDF-1.7 %%EOF'], 'ordonnance.pdf', { type: 'application/pdf' });

/** A customer of one test: the outbox of a person lives as long as the page. */
let count = 0;
const aCustomer = () => aUser({ _id: `customer-${++count}` });

function setUp() {
  fakeObjectUrls();
  const api = setUpOrder();
  api.api.on(orderEndpoints.placeOrder, () => ({ order: anOrder() }));
  return { ...api, uploads: fakeUploads(), user: aCustomer() };
}

/** Writes an order with a photograph, and confirms it, without a network. */
async function confirmPhoto(user: ReturnType<typeof aUser>) {
  const page = openOrder(user);
  await chooseWay(/^Ordonnance photographiée/);
  await screen.findByTestId('files');
  const network = loseNetwork();
  fireEvent.change(screen.getByTestId('files'), { target: { files: [pdf] } });
  await waitFor(() => expect(readStored(user._id, CHOSEN_FILE)).not.toBeNull());
  await fillPlace();
  fireEvent.click(sendButton(/^Commander$/));
  await screen.findByText(KEPT);
  return { ...page, network };
}

/** Any later page of this person. */
const anyPage = (user: ReturnType<typeof aUser>) =>
  showPage(
    <SessionContext value={aSession(user)}>
      <WaitingOrderSender />
      <WaitingOrders personId={user._id} />
    </SessionContext>,
    '/dashboard',
  );

test('an order is written to its end offline; it is paid when its customer says so, once the network is back', async () => {
  const { opened } = setUp();
  openOrder();
  await choose('para');
  await sectorField();
  const network = loseNetwork();
  fireEvent.click(screen.getByRole('button', { name: `Une unité de plus : ${paracetamol.label}` }));
  await fillPlace();
  // 2 000 + 700 + 200
  fireEvent.click(sendButton(/^Payer 2\s900\sF$/));
  const notice = await screen.findByText('Votre commande est gardée sur cet appareil');
  expect(notice.closest('[role=status]')?.textContent).toContain('sont les derniers lus');
  await waitFor(() => expect(document.activeElement).toBe(notice.closest('[role=status]')));
  cleanup();

  openOrder();
  network.restore();
  expect((await addressField()).value).toBe('Portail bleu');
  // The total is known once the zones are there.
  await sectorField();
  expect(opened()).toHaveLength(0);
  fireEvent.click(sendButton(/^Payer 2\s900\sF$/));
  await waitFor(() => expect(opened()).toHaveLength(1));
});

test('a search waits for the network over a reload, and shows its results', async () => {
  const { api, user } = setUp();
  openOrder(user);
  await medicineField();
  const network = loseNetwork();
  fireEvent.change(await medicineField(), { target: { value: 'para' } });
  await screen.findByText(/^La recherche attend le réseau\./);
  expect(screen.queryByText('Nous n’avons pas trouvé ce médicament.')).toBeNull();
  cleanup();

  network.restore();
  openOrder(user);
  expect(((await medicineField()) as HTMLInputElement).value).toBe('para');
  fireEvent.click(await screen.findByRole('button', { name: /^1\srésultat pour «\spara\s» : voir$/ }));
  await screen.findByRole('option', { name: /Paracétamol/ });
  expect(api.sent.filter(({ path }) => path.endsWith('/search'))).toHaveLength(1);
  expect(readStored(user._id, 'medicine-search')).toBeNull();
});

test('an order with a photograph confirmed offline is sent once, after a reload, when the network is back', async () => {
  const { api, placed, uploads, user } = setUp();
  const { network, router } = await confirmPhoto(user);
  expect(router.state.location.pathname).toBe('/dashboard');
  expect(placed()).toHaveLength(0);
  cleanup();

  anyPage(user);
  await screen.findByText('Une commande attend le réseau');
  // Only the attempt of the form.
  expect(uploads).toHaveLength(1);
  // The response is lost: the order is sent again with the same keys.
  api.on(orderEndpoints.placeOrder, () => networkError);
  network.restore();
  await waitFor(() => expect(uploads).toHaveLength(2));
  const file = uploads[1]?.form?.get('file') as File;
  expect([file.name, await file.text()]).toEqual(['ordonnance.pdf', '%PDF-1.7 %%EOF']);
  act(() => uploads[1]?.accept('a-key'));
  await waitFor(() => expect(placed()).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Modifier la commande' })).toBeNull();
  api.on(orderEndpoints.placeOrder, () => ({ order: anOrder() }));
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('Commande créée avec succès, nous vous reviendrons très vite !');
  expect(screen.queryByText('Une commande attend le réseau')).toBeNull();
  expect(uploads).toHaveLength(2);
  expect(placed().map(({ headers }) => headers.get('idempotency-key'))).toEqual([
    'photo:a-key',
    'photo:a-key',
  ]);
  expect(placed()[1]?.body).toEqual({
    prescription: { type: 'physical', url: 'a-key' },
    deliveryZone: zone._id,
    deliveryAddress: 'Portail bleu',
    finalAmount: null,
  });
});

test('another account on the device neither sees nor sends it, and sign-out removes it', async () => {
  const { uploads, user } = setUp();
  const { network } = await confirmPhoto(user);
  cleanup();
  network.restore();
  anyPage(aCustomer());
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText('Une commande attend le réseau')).toBeNull();
  expect(uploads).toHaveLength(1);
  clearStored();
  expect(readStored(user._id, 'waiting-orders')).toBeNull();
});

test('a refused order says why, and can be written again', async () => {
  const { api, uploads, user } = setUp();
  api.on(orderEndpoints.placeOrder, () =>
    refuse('INVALID', { deliveryZone: 'Cette zone n’est plus desservie' }),
  );
  const { network } = await confirmPhoto(user);
  cleanup();
  const router = anyPage(user);
  network.restore();
  await waitFor(() => expect(uploads).toHaveLength(2));
  act(() => uploads[1]?.accept('a-key'));
  await screen.findByText('Votre commande n’a pas pu être créée');
  fireEvent.click(screen.getByRole('button', { name: 'Modifier la commande' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/order'));
  cleanup();

  openOrder(user);
  await screen.findByText('Fichier joint', { selector: 'p' });
  expect((await addressField()).value).toBe('Portail bleu');
  expect(readStored(user._id, 'waiting-orders')).toBeNull();
});

test('an order that has waited for more than three days is not sent by itself', async () => {
  const { api, uploads, user } = setUp();
  api.on(sessionEndpoints.me, () => ({ user }));
  const { network } = await confirmPhoto(user);
  cleanup();
  vi.setSystemTime(Date.now() + 73 * 3600_000);
  network.restore();
  anyPage(user);
  await screen.findByText(/^Elle attend depuis plus de trois jours\./);
  expect(uploads).toHaveLength(1);
  screen.getByRole('button', { name: 'Modifier la commande' });
});

test.each([
  ['whose clock stood at 1970 when it was written', '1970-01-02T00:00:00.000Z', 0],
  ['whose clock runs five days ahead of the server', null, 5],
])('an order that waits on a device %s is sent', async (_what, writtenAt, daysAhead) => {
  const { api, uploads, user } = setUp();
  const { network } = await confirmPhoto(user);
  cleanup();
  const [waiting] = readStored(user._id, 'waiting-orders') as { at: string }[];
  store(user._id, 'waiting-orders', [{ ...waiting, ...(writtenAt !== null && { at: writtenAt }) }]);
  const serverTime = new Date();
  api.on(sessionEndpoints.me, () => Response.json({ user }, { headers: { date: serverTime.toUTCString() } }));
  vi.setSystemTime(Date.now() + daysAhead * 24 * 3600_000);
  network.restore();
  anyPage(user);
  await waitFor(() => expect(uploads).toHaveLength(2));
  learnTime(new Date().toUTCString());
});

test('an order that was never sent is written again with its photograph', async () => {
  const { uploads, user } = setUp();
  const { network } = await confirmPhoto(user);
  cleanup();
  anyPage(user);
  fireEvent.click(await screen.findByRole('button', { name: 'Modifier la commande' }));
  cleanup();

  network.restore();
  openOrder(user);
  await waitFor(() => expect(uploads).toHaveLength(2));
  act(() => uploads[1]?.accept('a-key'));
  await screen.findByText('ordonnance.pdf');
  expect((await addressField()).value).toBe('Portail bleu');
});

test('a chosen photograph is sent after a reload', async () => {
  const { uploads, user } = setUp();
  openOrder(user);
  await chooseWay(/^Ordonnance photographiée/);
  const network = loseNetwork();
  fireEvent.change(await screen.findByTestId('files'), { target: { files: [pdf] } });
  await waitFor(() => expect(uploads).toHaveLength(1));
  act(() => uploads[0]?.cut());
  cleanup();

  network.restore();
  openOrder(user);
  await waitFor(() => expect(uploads).toHaveLength(2));
  act(() => uploads[1]?.accept('a-key'));
  await screen.findByText('ordonnance.pdf');
  expect(readStored(user._id, CHOSEN_FILE)).toBeNull();
});

test('a file too large for the device says so, and the order waits on the page', async () => {
  const { uploads, user } = setUp();
  const large = new File(['%PDF-1.7', 'x'.repeat(1_600_000), '%%EOF'], 'dossier.pdf', {
    type: 'application/pdf',
  });
  openOrder(user);
  await chooseWay(/^Ordonnance photographiée/);
  await screen.findByTestId('files');
  loseNetwork();
  fireEvent.change(screen.getByTestId('files'), { target: { files: [large] } });
  await waitFor(() => expect(uploads).toHaveLength(1));
  act(() => uploads[0]?.cut());
  await screen.findAllByText(/Trop lourd pour être gardé sur cet appareil/);
  await fillPlace();
  fireEvent.click(sendButton(/^Commander$/));
  await screen.findByText(/^Ce fichier est trop lourd pour être gardé/);
  expect(readStored(user._id, 'waiting-orders')).toBeNull();
  expect((await addressField()).value).toBe('Portail bleu');
});
