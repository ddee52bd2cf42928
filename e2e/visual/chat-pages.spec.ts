import type { Locator, Page } from '@playwright/test';
import { composerOf, messagesOf, sendPhoto } from '../consultations/chatting.ts';
import { createConsultation } from '../consultations/create-consultation.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import type { Size } from '../start/sizes.ts';
import { changeResponse, checkAppearance } from './appearance.ts';

const LONG_DOCTOR = 'Docteur Marie-Bénédicte Ahouansou-Gbèdokpo-Adjovi';
const LONG_PATIENT = 'Ablawa-Philomène Hounkpèvi-Tchibozo-Kouhonou-Agossadou';
const LONG_WORD = 'Fiiièvre'.repeat(30);
const LONG_LINK = `https://exemple.bj/${'resultat-'.repeat(40)}?page=1`;

/** Six texts by turns, ten times: 60 messages. */
const texts = Array.from({ length: 10 }, () => [
  'Bonjour docteur',
  'Bonjour. Depuis quand ?',
  LONG_WORD,
  `Lisez ceci : ${LONG_LINK}`,
  'Trois jours.\n\nEt il ne mange pas.',
  'D’accord.',
]).flat();

/** Maximum height, px: the back button, name and state in one row, the doctor’s actions in a second one. */
const MAX_HEADER = 110;

test('the customer’s chat is 600 px high at a desk, and a whole phone screen, in each of its views', async ({
  open,
  query,
}) => {
  const { customer, doctor } = await createPair(query);
  const chat = await createConsultation(query, customer, doctor, 'active', texts);
  const page = await open(DESKTOP, customer.identifier);
  const dialog = page.getByRole('dialog');
  for (const view of ['list', 'new', chat]) {
    await page.goto(`/dashboard?chat=${view}`);
    for (const [viewport, height] of [
      [DESKTOP, 600],
      [PHONE, PHONE.height],
    ] as const) {
      await page.setViewportSize(viewport);
      await expect
        .poll(() => dialog.evaluate((at) => [at.clientHeight, at.scrollHeight]), view)
        .toEqual([height, height]);
    }
  }
});

test('the customer’s chat: empty, a request, waiting, online with 60 messages and a photo, ended', async ({
  open,
  query,
}) => {
  const { customer, doctor } = await createPair(query);
  const page = await open(PHONE, customer.identifier);
  const dialog = page.getByRole('dialog', { name: 'Consultation' });
  const show = async (view: string) => {
    await page.setViewportSize(PHONE);
    await page.goto(`/dashboard?chat=${view}`);
  };

  await show('list');
  await expect(page.getByText('Vous n’avez pas encore de consultation')).toBeVisible();
  await checkAppearance(page, 'none');
  await show('new');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(
    /médecins? (est|sont) là|Aucun médecin/,
  );
  await page.getByRole('button', { name: 'Démarrer' }).click();
  await expect(page.getByText('Veuillez remplir tous les champs obligatoires').first()).toBeVisible();
  await checkAppearance(page);

  await show(await createConsultation(query, customer, doctor, 'pending', [LONG_WORD]));
  await expect(dialog.getByRole('heading', { name: 'En attente d’un médecin' })).toBeVisible();
  await expectLowHeader(page, dialog, 'Mes consultations');
  await expect(composerOf(page)).toBeDisabled();
  await checkAppearance(page);

  const active = await createConsultation(query, customer, doctor, 'active', texts);
  await show(active);
  await expect(dialog.getByRole('status')).toHaveText('En ligne');
  await expect(dialog.getByRole('heading', { name: LONG_DOCTOR })).toBeVisible();
  await expectLowHeader(page, dialog, 'Mes consultations');
  await sendPhoto(page);
  await messagesOf(page).getByRole('button', { name: 'Voir le fichier joint' }).click();
  await expect(messagesOf(page).getByRole('img', { name: /Fichier joint/ })).toBeVisible();
  await checkAppearance(page);

  await show(await createConsultation(query, customer, doctor, 'completed', texts));
  await expect(dialog.getByRole('status')).toHaveText('Consultation terminée');
  await expectLowHeader(page, dialog, 'Mes consultations');
  await checkAppearance(page, 'many');

  await show('list');
  await expect(page.getByRole('list', { name: 'Consultations' }).getByRole('listitem')).toHaveCount(3);
  await checkAppearance(page);
});

for (const [size, count] of [
  ['none', 0],
  ['few', 3],
  ['many', 40],
] as const satisfies [Size, number][]) {
  test(`the doctor’s tab: ${count} requests`, async ({ open, query }) => {
    const { customer, doctor } = await createPair(query);
    const page = await open(PHONE, doctor.identifier, { isolated: true });
    if (count > 0) await createConsultation(query, customer, doctor, 'active', texts);
    if (count > 0) await createConsultation(query, customer, doctor, 'completed', texts);
    // Every doctor is sent the requests of all tests.
    await changeResponse(page, '**/api/chat/doctor/my-chats', (body) => withRequests(body, count));
    await dropLiveEvents(page);
    await page.goto('/doctor-dashboard?tab=consultations');
    const requests = page.getByRole('list', { name: 'Demandes en attente' }).getByRole('listitem');
    await expect(page.getByText(/^Aucune demande en attente|^\d+\sdemandes$/).first()).toBeVisible();
    await expect(requests).toHaveCount(count);
    await checkAppearance(page, size);
    if (count === 0) return;

    await page.setViewportSize(PHONE);
    await requests.last().getByRole('link').click();
    // The page has scrolled from the end of the list to its top.
    await expect(page.getByRole('heading', { name: `${LONG_PATIENT} ${count}` })).toBeInViewport();
    await checkAppearance(page, 'many');
    if (size !== 'few') return;

    await page.setViewportSize(DESKTOP);
    const consultations = page.getByRole('list', { name: 'Mes consultations' }).getByRole('link');
    await consultations.first().click();
    const consultation = page.getByRole('region', { name: 'Consultation' });
    await expect(consultation.getByRole('status')).toHaveText('Consultation en cours');
    await expect(messagesOf(page)).toContainText(LONG_LINK);
    await checkAppearance(page);
    await page.setViewportSize(PHONE);
    await page.goBack();
    await consultations.first().click();
    await expectLowHeader(page, consultation, 'Consultations');
    await page.goBack();
    await consultations.last().click();
    await expect(consultation.getByRole('status')).toHaveText('Consultation terminée');
    await expectLowHeader(page, consultation, 'Consultations');
    await checkAppearance(page, 'many');
  });
}

test('the notification panel with the switch for push messages', async ({ open, query }) => {
  const customer = await createPerson(query, 'customer', LONG_PATIENT);
  const page = await open(PHONE, customer.identifier);
  await page.context().grantPermissions(['notifications']);
  await changeResponse(page, '**/api/push/key', () => ({ key: 'BAAA' }));
  await page.goto('/dashboard?notifications=1');
  await expect(
    page.getByRole('switch', { name: 'Recevoir les alertes même quand Amasin est fermé' }),
  ).toBeVisible();
  await checkAppearance(page);
});

async function createPair(query: Query) {
  return {
    customer: await createPerson(query, 'customer', LONG_PATIENT),
    doctor: await createPerson(query, 'partnerDoctor', LONG_DOCTOR),
  };
}

/** Replaces the requests of all tests with this many. */
function withRequests(body: object, count: number): object {
  const pendingRequests = Array.from({ length: count }, (_, index) => {
    const id = `0198a000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    return {
      _id: id,
      chatId: id,
      patientName: `${LONG_PATIENT} ${index + 1}`,
      status: 'pending',
      createdAt: '2026-11-20T09:00:00.000Z',
      initialMessage: index % 2 ? LONG_LINK : LONG_WORD,
      lastSeq: 1,
      unread: 1,
      lastMessage: null,
      allowedActions: ['accept'],
    };
  });
  return { ...body, pendingRequests };
}

async function dropLiveEvents(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((packet) => {
      if (!String(packet).startsWith('42')) socket.send(packet);
    });
  });
}

/** Expects a low header above the messages, a large enough back button, and the composer or final notice in view. */
async function expectLowHeader(page: Page, frame: Locator, back: string): Promise<void> {
  const log = messagesOf(page);
  await expect(log).toBeVisible();
  const header = async () => (await boxOf(log)).y - (await boxOf(frame)).y;
  // A dialog adapts its layout shortly after the viewport changes.
  await expect.poll(header).toBeLessThanOrEqual(MAX_HEADER);
  const { width, height } = await boxOf(frame.getByRole('button', { name: back }));
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  const end = frame.getByText(/^Cette consultation est terminée/).or(composerOf(page));
  await expect(end).toBeInViewport({ ratio: 1 });
}

const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
