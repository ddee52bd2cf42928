import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { clearStored } from '../lib/stored.ts';
import { SessionContext } from '../session/session-context.ts';
import { fakeApi, networkError } from '../testing/fake-api.ts';
import { portal } from '../testing/payments.ts';
import { aUser } from '../testing/people.ts';
import { aSession } from '../testing/session.ts';
import { showPage } from '../testing/show-page.tsx';
import { usePay } from './use-pay.tsx';

const ORDER = '0198a000-0000-7000-8000-0000000000f1';
const mtn = { provider: 'fedapay', label: 'FedaPay', operator: 'mtn', takesPhone: true } as const;
const page = { provider: 'kkiapay', label: 'KKiaPay', operator: null, takesPhone: false } as const;

beforeEach(clearStored);

function setUp(choices: PaymentChoice[] = [mtn, page], mode?: 'phone', url = '/tracking') {
  const api = fakeApi();
  api.on(paymentEndpoints.listPayments, () => ({
    payments: [],
    ...(choices.length > 0 && { choices }),
  }));
  api.on(paymentEndpoints.openPayment, () => ({
    transactionId: 'TX-1',
    amount: 4000,
    portal: { ...portal, ...(mode && { mode, url: 'https://pay.test/1' }) },
  }));
  api.on(paymentEndpoints.readPayment, () => ({
    payment: { transactionId: 'TX-1', status: 'pending' as const, amount: 4000, orderId: null },
  }));
  function Screen() {
    const payment = usePay({
      personId: 'afi',
      purpose: ORDER,
      isLikely: true,
      complete: async () => ORDER,
      onPaid: () => {},
      onRefused: () => {},
    });
    return (
      <>
        {payment.view}
        <button type="button" onClick={() => payment.pay({ orderId: ORDER })}>
          Payer
        </button>
      </>
    );
  }
  const page = (
    <SessionContext value={aSession(aUser())}>
      <Screen />
    </SessionContext>
  );
  showPage(page, url);
  const bodies = () => api.sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return Object.assign(bodies, { api });
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('with nothing to choose the portal opens at once', async () => {
  const bodies = setUp([]);
  await press('Payer');
  await screen.findByTitle('Portail de paiement');
  expect(bodies()).toEqual([{ orderId: ORDER }]);
});

test('asks for the operator and the number that pays, which starts as the account’s', async () => {
  const bodies = setUp();
  await press('Payer');
  await press('Continuer');
  await screen.findByText('Choisissez votre opérateur');
  fireEvent.click(screen.getByRole('radio', { name: 'MTN MoMo' }));
  const number = screen.getByLabelText<HTMLInputElement>('Numéro qui paie');
  expect(number.value).toMatch(/^01/);
  fireEvent.change(number, { target: { value: '01 66' } });
  await press('Continuer');
  await screen.findByText(/Numéro invalide/);
  expect(bodies()).toEqual([]);
  fireEvent.change(number, { target: { value: '01 66 00 00 07' } });
  await press('Continuer');
  await screen.findByTitle('Portail de paiement');
  expect(bodies()).toEqual([
    { orderId: ORDER, provider: 'fedapay', operator: 'mtn', payingPhone: '+2290166000007' },
  ]);
});

test('another provider is chosen without a number', async () => {
  const bodies = setUp();
  await press('Payer');
  fireEvent.click(await screen.findByRole('radio', { name: 'Carte ou autre moyen, avec KKiaPay' }));
  expect(screen.queryByLabelText('Numéro qui paie')).toBeNull();
  await press('Continuer');
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()).toEqual([{ orderId: ORDER, provider: 'kkiapay', operator: null, payingPhone: null }]);
});

test('closing the question opens nothing', async () => {
  const bodies = setUp();
  await press('Payer');
  await screen.findByText('Comment payez-vous ?');
  await press('Fermer');
  await waitFor(() => expect(screen.queryByText('Comment payez-vous ?')).toBeNull());
  expect(bodies()).toEqual([]);
});

test('says to confirm on the telephone, with the page to pay on instead', async () => {
  setUp([mtn, page], 'phone');
  await press('Payer');
  fireEvent.click(await screen.findByRole('radio', { name: 'MTN MoMo' }));
  fireEvent.change(screen.getByLabelText('Numéro qui paie'), { target: { value: '01 66 00 00 07' } });
  await press('Continuer');
  await screen.findByText('Confirmez sur votre téléphone');
  const link = screen.getByRole('link', { name: 'Payer sur la page de paiement' });
  expect(link.getAttribute('href')).toBe('https://pay.test/1');
  screen.getByRole('button', { name: 'J’ai confirmé' });
});

test('a click outside leaves the question and what was typed', async () => {
  setUp();
  await press('Payer');
  fireEvent.click(await screen.findByRole('radio', { name: 'MTN MoMo' }));
  fireEvent.change(screen.getByLabelText('Numéro qui paie'), { target: { value: '01 66 00 00 07' } });
  fireEvent.click(document.querySelector('.mantine-Modal-overlay')!);
  expect(screen.getByLabelText<HTMLInputElement>('Numéro qui paie').value).toBe('01 66 00 00 07');
});

test('going back closes the question, which can be asked again', async () => {
  const bodies = setUp();
  await press('Payer');
  await screen.findByText('Comment payez-vous ?');
  expect(window.location.search).toBe('?paiement=moyen');
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByText('Comment payez-vous ?')).toBeNull());
  expect(window.location).toMatchObject({ pathname: '/tracking', search: '' });
  await press('Payer');
  fireEvent.click(await screen.findByRole('radio', { name: 'Carte ou autre moyen, avec KKiaPay' }));
  await press('Continuer');
  await screen.findByTitle('Portail de paiement');
  expect(window.location.search).toBe('?paiement=1');
  expect(bodies()).toHaveLength(1);
});

test('a URL kept from an earlier visit shows no question without its choices', async () => {
  setUp([mtn, page], undefined, '/tracking?paiement=moyen');
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(screen.queryByRole('dialog')).toBeNull();
});

/** Chooses MTN, and types this number. */
async function fillIn(number: string) {
  fireEvent.click(await screen.findByRole('radio', { name: 'MTN MoMo' }));
  fireEvent.change(screen.getByLabelText('Numéro qui paie'), { target: { value: number } });
}
const numberField = () => screen.findByLabelText<HTMLInputElement>('Numéro qui paie');

test('what was typed is still there after a reload, until the person signs out', async () => {
  const open = async () => {
    cleanup();
    setUp();
    await press('Payer');
    return screen.findByRole<HTMLInputElement>('radio', { name: 'MTN MoMo' });
  };
  await open();
  await fillIn('01 66 00');
  expect((await open()).checked).toBe(true);
  expect((await numberField()).value).toBe('01 66 00');
  clearStored();
  expect((await open()).checked).toBe(false);
  expect(JSON.stringify(localStorage)).not.toContain('01 66 00');
});

test('what was typed is still there after a failed request', async () => {
  const { api } = setUp();
  api.on(paymentEndpoints.openPayment, () => networkError);
  await press('Payer');
  await fillIn('01 66 00 00 07');
  await press('Continuer');
  await waitFor(() => expect(screen.queryByText('Comment payez-vous ?')).toBeNull());
  await press('Payer');
  expect((await numberField()).value).toBe('01 66 00 00 07');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'MTN MoMo' }).checked).toBe(true);
});

test('the number is not kept once it has paid', async () => {
  const { api } = setUp();
  await press('Payer');
  await fillIn('01 66 00 00 07');
  await press('Continuer');
  await screen.findByTitle('Portail de paiement');
  expect(JSON.stringify(localStorage)).toContain('01 66 00 00 07');
  api.on(paymentEndpoints.readPayment, () => ({
    payment: { transactionId: 'TX-1', status: 'paid' as const, amount: 4000, orderId: ORDER },
  }));
  await press('Fermer');
  await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('01 66 00 00 07'));
});

test('without operators, it names means of payment', async () => {
  const other = { ...page, provider: 'portal', label: 'BéninPay' };
  setUp([page, other]);
  await press('Payer');
  await screen.findByRole('radio', { name: 'Mobile money, carte ou autre moyen, avec BéninPay' });
  screen.getByText('Votre moyen de paiement');
  await press('Continuer');
  await screen.findByText('Choisissez un moyen de paiement');
});
