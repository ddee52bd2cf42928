import { recallEndpoints } from '@amasin/domain/recalls/endpoints.ts';
import type { PharmacyRecall, Recall, ReceivedRecall } from '@amasin/domain/recalls/recall.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { fakeLive } from '../testing/fake-live.ts';
import { someNotifications } from '../testing/notifications.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { PharmacyRecalls } from './PharmacyRecalls.tsx';
import { RecallForm, recallSchema } from './RecallDialogs.tsx';
import { RecallsPanel } from './RecallsPanel.tsx';
import { ReceivedRecalls } from './ReceivedRecalls.tsx';

const about = {
  _id: '0198a000-0000-7000-8000-0000000000d1',
  medication: { _id: '0198a000-0000-7000-8000-0000000000d2', label: 'Toux Calme', form: 'syrup' as const },
  lots: ['AB12', 'AB13'],
  advice: 'bring-back' as const,
  note: 'Gardez la boîte.',
  source: 'ABMed, note 12',
  day: '2026-11-19',
  createdAt: '2026-11-20T09:00:00.000Z',
};
const order = { _id: '0198a000-0000-7000-8000-0000000000d3', number: 'CMD-000123' };
const recall: Recall = {
  ...about,
  createdBy: 'Awa Kora',
  lifted: null,
  customers: { all: 12, told: 10, reached: 9, answered: 4, kept: 1 },
  pharmacies: { told: 3, answered: 1, boxes: 6 },
  waiting: [order],
};
const received: ReceivedRecall = {
  ...about,
  order,
  maybe: true,
  lifted: false,
  answered: false,
  kept: null,
};

function serveDesk(recalls = [recall]) {
  const api = fakeApi();
  api.on(recallEndpoints.listRecalls, () => ({ recalls, total: recalls.length }));
  api.on(recallEndpoints.readRecall, () => ({
    recall,
    pharmacies: [
      { _id: order._id, name: 'Pharmacie Camp Guézo', boxes: null },
      { _id: about._id, name: 'Pharmacie du Marché', boxes: 6 },
    ],
  }));
  api.on(recallEndpoints.liftRecall, () => ({ recall }));
  api.on(recallEndpoints.listWrittenBatches, () => ({
    pharmacies: [{ pharmacy: { _id: order._id, name: 'Pharmacie Camp Guézo' }, lines: 4, written: 1 }],
    total: 1,
  }));
  return api;
}

const text = () => plain(document.body.textContent ?? '');

test('the desk reads whom a recall reached, what waits, and who writes lots', async () => {
  serveDesk();
  showPage(<RecallsPanel />, '/supervisor-dashboard?tab=rappels');
  expect(await screen.findByText('Toux Calme (sirop)')).toBeDefined();
  for (const words of [
    'lots AB12, AB13 · Ne le prenez plus et rapportez-le à la pharmacie',
    '10 sur 12 prévenus',
    '4 ont répondu',
    '1 sur 3 ont répondu',
    '1 commande attend',
  ])
    expect(text()).toContain(words);
  await waitFor(() => expect(text()).toContain('1 sur 4 (25 %)'));
});

test('a recall is opened by its URL, and lifted once it is confirmed', async () => {
  const api = serveDesk();
  showPage(<RecallsPanel />, `/supervisor-dashboard?tab=rappels&rappel=${about._id}`);
  expect((await screen.findByRole('link', { name: 'CMD-000123' })).getAttribute('href')).toBe(
    `/supervisor-dashboard?order=${order._id}`,
  );
  expect(await screen.findByText('Pharmacie Camp Guézo : pas encore répondu')).toBeDefined();
  expect(screen.getByText('Pharmacie du Marché : 6 boîtes mises de côté')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Lever le rappel' }));
  fireEvent.click((await screen.findAllByRole('button', { name: 'Lever le rappel' })).at(-1)!);
  await waitFor(() => expect(api.sent.some(({ path }) => path.endsWith('/lift'))).toBe(true));
});

test('without a recall, the panel says what it is for', async () => {
  serveDesk([]);
  showPage(<RecallsPanel />, '/supervisor-dashboard?tab=rappels');
  expect(await screen.findByText('Aucun rappel')).toBeDefined();
});

test('a new recall needs a medicine and a source; what is typed as lots is sent as a list', async () => {
  const api = fakeApi();
  api.on(recallEndpoints.createRecall, () => refuse('RECALL_EXISTS'));
  showPage(<RecallForm onSaved={() => {}} onFailed={() => {}} />, '/supervisor-dashboard');
  fireEvent.change(screen.getByLabelText(/^Lots/), { target: { value: 'ab12, ab13' } });
  fireEvent.click(screen.getByRole('button', { name: 'Rappeler ce médicament' }));
  expect(await screen.findByText('Choisissez le médicament')).toBeDefined();
  expect(screen.getByText('Indiquez la source')).toBeDefined();
  expect(api.sent).toEqual([]);
});

test.each([
  ['', []],
  ['ab12, ab13;C/3,', ['AB12', 'AB13', 'C/3']],
  ['Lot 12', null],
  ['ab 12, ab13', null],
])('the lots %j are %j', (lots, read) => {
  expect(recallSchema.shape.lots.safeParse(lots).data ?? null).toEqual(read);
});

function receive(change: Partial<ReceivedRecall> = {}, props: { orderId?: string } = {}) {
  const api = fakeApi();
  const recalls = [{ ...received, ...change }];
  api.on(recallEndpoints.listReceivedRecalls, () => ({ recalls, total: 1 }));
  api.on(recallEndpoints.answerRecall, () => null);
  showPage(<ReceivedRecalls {...props} />, '/dashboard');
  return api;
}

test.each([
  [true, 'Votre boîte est peut-être concernée : comparez le lot écrit dessus.'],
  [false, 'La boîte que vous avez reçue est concernée.'],
])('whoever received it reads what to do; maybe: %j', async (maybe, words) => {
  receive({ maybe });
  expect(await screen.findByText('Médicament rappelé : Toux Calme (sirop)')).toBeDefined();
  for (const one of [
    words,
    'Commande CMD-000123 · lots AB12, AB13',
    'Ne le prenez plus et rapportez-le à la pharmacie.',
    'Gardez la boîte.',
  ])
    expect(screen.getByText(one)).toBeDefined();
});

test.each([
  ['J’ai lu', null],
  ['Lu, je l’ai encore', true],
  ['Lu, je ne l’ai plus', false],
])('she answers: %s', async (name, kept) => {
  const api = receive();
  fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(api.sent.find(({ method }) => method === 'POST')?.body).toEqual({ kept }));
});

test.each([
  ['answered', { answered: true }, {}, false],
  ['lifted', { lifted: true }, {}, false],
  ['answered, on its order', { answered: true }, { orderId: order._id }, true],
  ['of another order', {}, { orderId: about._id }, false],
])('it is shown, when %s: %j %j → %j', async (_, change, props, isShown) => {
  const api = receive(change, props);
  await waitFor(() => expect(api.sent).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(/^Médicament rappelé/) !== null).toBe(isShown));
});

test.each([
  ['a pharmacy', <PharmacyRecalls key="" />],
  ['a customer', <ReceivedRecalls key="" />],
])('an open page shows %s a recall as soon as it is told of it', async (_, page) => {
  let isTold = false;
  const api = fakeApi();
  api.on(recallEndpoints.listPharmacyRecalls, () => ({
    recalls: isTold ? [{ ...about, asks: true, boxes: null }] : [],
    total: 0,
  }));
  api.on(recallEndpoints.listReceivedRecalls, () => ({ recalls: isTold ? [received] : [], total: 0 }));
  const live = fakeLive();
  showPage(page, '/dashboard');
  await waitFor(() => expect(api.sent).toHaveLength(1));
  isTold = true;
  await live.receive('notification', ...someNotifications(1));
  expect(await screen.findByText('Médicament rappelé : Toux Calme (sirop)')).toBeDefined();
});

test('a pharmacy answers with boxes, or with none', async () => {
  const asked: PharmacyRecall = { ...about, asks: true, boxes: null };
  const api = fakeApi();
  api.on(recallEndpoints.listPharmacyRecalls, () => ({ recalls: [asked], total: 1 }));
  api.on(recallEndpoints.answerStock, () => null);
  showPage(<PharmacyRecalls />, '/pharmacy-dashboard');
  const some = await screen.findByRole('button', { name: 'Nous en avons' });
  expect(some.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByLabelText('Boîtes mises de côté'), { target: { value: '4' } });
  fireEvent.click(some);
  const sent = () => api.sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  await waitFor(() => expect(sent()).toEqual([{ boxes: 4 }]));
  fireEvent.click(screen.getByRole('button', { name: 'Nous n’en avons pas' }));
  await waitFor(() => expect(sent()).toEqual([{ boxes: 4 }, { boxes: 0 }]));
});
