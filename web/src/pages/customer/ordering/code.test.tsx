import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { loseNetwork } from '../../../testing/customers/lose-network.ts';
import { networkError, refuse } from '../../../testing/fake-api.ts';
import { portal } from '../../../testing/payments.ts';
import {
  chooseWay,
  codeField,
  fillPlace,
  newDevice,
  openOrder,
  prescription,
  sendButton,
  setUpOrder,
  typeCode,
} from '../order.fixture.tsx';

beforeEach(newDevice);

const found = () => screen.findByRole('region', { name: 'Ordonnance ORD-12345678' });

test('a code shows its prescription, whose total is paid', async () => {
  const { opened } = setUpOrder();
  openOrder();
  await chooseWay(/^Code d’ordonnance/);
  await typeCode(' ord 1234 5678');
  const shown = within(await found());
  expect(shown.getByText('Dr Aïcha Kora')).toBeDefined();
  expect(shown.getByText('A*** D***')).toBeDefined();
  expect(shown.getByText('2 × Amoxicilline 1 g')).toBeDefined();
  expect(shown.queryByText('Prescripteur non vérifié')).toBeNull();
  await fillPlace();
  // 3 000 + 700 + 300
  fireEvent.click(sendButton(/^Payer 4\s000\sF$/));
  await waitFor(() => expect(opened()).toHaveLength(1));
  expect(opened()[0]?.body).toMatchObject({
    order: {
      prescription: { type: 'numerical', prescriptionNumber: 'ORD-12345678' },
      finalAmount: 4000,
    },
  });
});

test('shows that the prescriber is not verified', async () => {
  const { api } = setUpOrder();
  api.on(prescriptionEndpoints.searchPrescription, () => ({
    prescription: { ...prescription, verified: false },
  }));
  openOrder();
  await chooseWay(/^Code d’ordonnance/);
  await typeCode('12345678');
  expect(within(await found()).getByText('Prescripteur non vérifié')).toBeDefined();
});

test('looks up a code from 3 characters, and shows when no prescription is found', async () => {
  const { api } = setUpOrder();
  openOrder();
  await chooseWay(/^Code d’ordonnance/);
  await typeCode('12');
  await typeCode('123');
  expect(await screen.findByText('Aucune ordonnance trouvée')).toBeDefined();
  const requests = api.sent.filter(({ path }) => path.includes('/prescriptions/search/'));
  expect(requests.map(({ path }) => path)).toEqual(['/api/prescriptions/search/123']);
});

test.each([
  ['', 'Numéro requis'],
  ['12', "Veuillez entrer un numéro d'ordonnance valide"],
  ['87654321', "Veuillez entrer un numéro d'ordonnance valide"],
])('does not pay with the code « %s »: %s', async (code, message) => {
  const { opened } = setUpOrder();
  openOrder();
  await chooseWay(/^Code d’ordonnance/);
  await typeCode(code);
  await fillPlace();
  fireEvent.click(sendButton(/^Commander$/));
  expect(await screen.findByText(message)).toBeDefined();
  const field = await codeField();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(opened()).toHaveLength(0);
});

test('a code that was used meanwhile can be changed; other values remain', async () => {
  const { api } = setUpOrder();
  api.on(paymentEndpoints.openPayment, () => {
    api.on(prescriptionEndpoints.searchPrescription, () => refuse('NO_PRESCRIPTION'));
    return refuse('PRESCRIPTION_USED');
  });
  openOrder();
  await chooseWay(/^Code d’ordonnance/);
  await typeCode('12345678');
  await found();
  await fillPlace();
  fireEvent.click(sendButton(/^Payer/));
  const field = await codeField();
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText('Cette ordonnance a déjà été utilisée').length).toBeGreaterThan(0);
  expect(await screen.findByText('Aucune ordonnance trouvée')).toBeDefined();
  expect(screen.getByDisplayValue('Portail bleu')).toBeDefined();
  await typeCode('1234567');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
});

test('shows both totals when amounts have changed, and pays only after a confirmation', async () => {
  const { api, opened } = setUpOrder();
  api.on(paymentEndpoints.openPayment, () => {
    api.on(paymentEndpoints.openPayment, () => ({ transactionId: 'TX-1', amount: 5100, portal }));
    const quote = { medicines: 4000, deliveryFee: 700, commission: 400, reduction: 0, total: 5100 };
    return refuse('AMOUNT_CHANGED', undefined, quote);
  });
  openOrder();
  await chooseWay(/^Code d’ordonnance/);
  await typeCode('12345678');
  await found();
  await fillPlace();
  fireEvent.click(sendButton(/^Payer 4\s000\sF$/));
  expect((await screen.findByText('Ancien total')).parentElement?.textContent).toMatch(/4\s000\sF$/);
  expect(opened()).toHaveLength(1);
  fireEvent.click(sendButton(/^Confirmer et payer 5\s100\sF$/));
  await waitFor(() => expect(opened()).toHaveLength(2));
  expect(opened()[1]?.body).toMatchObject({ order: { finalAmount: 5100 } });
});

test('shows the server’s message after too many attempts', async () => {
  const { api } = setUpOrder();
  api.on(prescriptionEndpoints.searchPrescription, () => refuse('TOO_MANY_TRIES'));
  openOrder();
  await chooseWay(/^Code d’ordonnance/);
  await typeCode('12345678');
  expect(
    await screen.findByText('Trop de tentatives. Veuillez réessayer dans quelques minutes.'),
  ).toBeDefined();
});

test('ignores the response of an earlier code', async () => {
  const { api } = setUpOrder();
  let respondFirst = () => {};
  api.on(prescriptionEndpoints.searchPrescription, ({ path }) =>
    path.endsWith('ORD-11111111')
      ? new Promise((resolve) => {
          respondFirst = () =>
            resolve({ prescription: { ...prescription, prescriptionNumber: 'ORD-11111111' } });
        })
      : { prescription },
  );
  openOrder();
  await chooseWay(/^Code d’ordonnance/);
  await typeCode('11111111');
  await waitFor(() => expect(api.sent.some(({ path }) => path.endsWith('ORD-11111111'))).toBe(true));
  await typeCode('12345678');
  await found();
  await act(async () => respondFirst());
  expect(screen.queryByRole('region', { name: 'Ordonnance ORD-11111111' })).toBeNull();
});

test('shows a failed lookup, and retries the same code', async () => {
  const { api } = setUpOrder();
  let down = true;
  api.on(prescriptionEndpoints.searchPrescription, () => (down ? refuse('INTERNAL') : { prescription }));
  openOrder();
  await chooseWay(/^Code d’ordonnance/);
  await typeCode('12345678');
  expect(await screen.findByText('Service momentanément indisponible. Veuillez réessayer.')).toBeDefined();
  down = false;
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await found();
});

test('paying retries a failed lookup, and shows the error', async () => {
  const { api, opened } = setUpOrder();
  api.on(prescriptionEndpoints.searchPrescription, () => networkError);
  openOrder();
  await chooseWay(/^Code d’ordonnance/);
  await typeCode('12345678');
  await fillPlace();
  fireEvent.click(sendButton(/^Commander$/));
  expect(
    (await screen.findAllByText('Pas de connexion. Vérifiez votre réseau, puis réessayez.')).length,
  ).toBeGreaterThan(0);
  expect(opened()).toHaveLength(0);
});

test('the button is loading while the code is looked up for paying, and ignores a second tap', async () => {
  const { api, opened } = setUpOrder();
  let respond = () => {};
  api.on(
    prescriptionEndpoints.searchPrescription,
    () =>
      new Promise((resolve) => {
        respond = () => resolve({ prescription });
      }),
  );
  openOrder();
  await chooseWay(/^Code d’ordonnance/);
  await fillPlace();
  await typeCode('12345678');
  const button = sendButton(/^Commander$/);
  fireEvent.click(button);
  await waitFor(() => expect(button.dataset.loading).toBe('true'));
  fireEvent.click(button);
  await waitFor(() => expect(api.sent.some(({ path }) => path.endsWith('ORD-12345678'))).toBe(true));
  await act(async () => respond());
  await screen.findByTitle('Portail de paiement');
  expect(opened()).toHaveLength(1);
});

test('offline an order with a code can be written to its end; online again the code is looked up, and nothing is paid', async () => {
  const { api, opened } = setUpOrder();
  let down = true;
  api.on(prescriptionEndpoints.searchPrescription, () => (down ? networkError : { prescription }));
  openOrder();
  await chooseWay(/^Code d’ordonnance/);
  await fillPlace();
  const network = loseNetwork();
  await typeCode('12345678');
  fireEvent.click(sendButton(/^Commander$/));
  await screen.findByText('Votre commande est gardée sur cet appareil');
  expect((await codeField()).getAttribute('aria-invalid')).not.toBe('true');
  down = false;
  network.restore();
  await found();
  expect(opened()).toHaveLength(0);
});
