import type { ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import { smsEndpoints } from '@amasin/domain/sms/endpoints.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { Messages } from './Messages.tsx';

type Body = ResponseBody<typeof smsEndpoints.readSms>;
const none: Body = {
  counts: { queued: 0, sent: 0, delivered: 0, failed: 0 },
  failures: [],
  moments: ['paid'],
};

function show(body: Body) {
  const api = fakeApi();
  api.on(smsEndpoints.readSms, () => body);
  showPage(<Messages />, '/cpanel?tab=messages');
  return api;
}
const cards = () => {
  const values = screen.getAllByRole('definition').map(({ textContent }) => plain(textContent));
  return screen.getAllByRole('term').map(({ textContent }, index) => `${textContent} ${values[index]}`);
};

test('says how many messages arrive, and why the others do not', async () => {
  const failure = {
    kind: 'on-the-way',
    phone: '01 •• •• •• 07',
    at: '2026-11-20T10:00:00.000Z',
    reason: 'key',
    canBeSentAgain: false,
  } as const;
  const id = (n: number) => `0198a000-0000-7000-8000-00000000000${n}`;
  show({
    ...none,
    counts: { queued: 1, sent: 2, delivered: 1_200, failed: 2 },
    failures: [
      { ...failure, _id: id(1), detail: null, order: 'CMD-000012' },
      { ...failure, _id: id(2), kind: 'code', reason: 'refused', detail: 'Solde insuffisant', order: null },
    ],
  });
  await screen.findByRole('heading', { name: 'Derniers messages non reçus' });
  expect(cards()).toEqual(['En attente 1', 'Envoyés 2', 'Reçus 1 200', 'Non reçus 2']);
  const items = screen.getAllByRole('listitem').map(({ textContent }) => plain(textContent));
  expect(items[0]).toMatch(/^Commande en route · CMD-00001201 •• •• •• 07 · .*Clé refusée par le vendeur\.$/);
  expect(items[1]).toMatch(/^Code01 .*Refusé par le vendeur : « Solde insuffisant »\.$/);
});

test('says so when all have left, and when customers are told nothing by message', async () => {
  show({ ...none, moments: [] });
  await screen.findByRole('heading', { name: 'Tous les messages sont partis' });
  screen.getByText(/Les clients ne sont prévenus de rien par message\./);
});

test('an error can be retried', async () => {
  const api = fakeApi();
  api.on(smsEndpoints.readSms, () => refuse('INTERNAL'));
  showPage(<Messages />, '/cpanel?tab=messages');
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(smsEndpoints.readSms, () => none);
  fireEvent.click(retry);
  await screen.findByRole('heading', { name: 'Tous les messages sont partis' });
});

test('a message is sent again, and a test to one’s own telephone says what the vendor answered', async () => {
  const at = '2026-11-20T10:00:00.000Z';
  const failure = { kind: 'paid', phone: '01 •• •• •• 07', at, reason: 'outage', detail: null } as const;
  const old = { ...failure, _id: '0198a000-0000-7000-8000-000000000001', order: 'CMD-000001' };
  const recent = { ...failure, _id: '0198a000-0000-7000-8000-000000000002', order: 'CMD-000002' };
  const api = show({
    ...none,
    failures: [
      { ...old, canBeSentAgain: false },
      { ...recent, canBeSentAgain: true },
    ],
  });
  api.on(smsEndpoints.resendSms, () => null);
  api.on(smsEndpoints.sendTestSms, () => ({ reason: 'key' as const, detail: 'Invalid key' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Renvoyer' }));
  await screen.findByText('Message remis en attente d’envoi');
  expect(api.sent.find(({ method }) => method === 'POST')?.path).toContain(recent._id);
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer un SMS d’essai' }));
  await screen.findByText(/Clé refusée par le vendeur\s: «\sInvalid key\s»\./);
});
