import { composerOf, messagesOf } from '../consultations/chatting.ts';
import { createConsultation } from '../consultations/create-consultation.ts';
import { createPaidOrder } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { accounts, longNames } from '../start/sizes.ts';
import { longTexts } from './screens.ts';

// Where things are on a screen, which only a browser knows.

/** Maximum height, px: the back button, name and state in one row, the doctor’s actions in a second one. */
const MAX_HEADER = 110;
const MIN_TARGET = 44;

test('a customer finds the order under way, when it comes, whom to call and what to pay without scrolling', async ({
  open,
  query,
}) => {
  const { customer } = await createPaidOrder(query, 'Premier Écran');
  const page = await open(PHONE, customer.identifier);
  for (const path of ['/dashboard', '/tracking']) {
    await page.goto(path);
    const card = page.getByRole('region', { name: 'En cours' });
    const bar = page.getByRole('navigation', { name: 'Navigation du client' });
    for (const part of [
      card.getByText('Payée : nous cherchons une pharmacie.'),
      card.getByText(/^Prévue /),
      card.getByRole('link', { name: 'Appeler Amasin' }),
    ]) {
      await expect(part).toBeVisible();
      const { y, height } = (await part.boundingBox())!;
      expect(y + height).toBeLessThan((await bar.boundingBox())!.y);
    }
  }
  const other = await open(PHONE, '0197000001');
  await other.goto('/dashboard');
  const pay = other.getByRole('link', { name: /^Payer .*CMD-/ }).first();
  await expect(pay).toBeVisible();
  const { y, height } = (await pay.boundingBox())!;
  expect(y + height).toBeLessThan(PHONE.height);
});

test('a courier reaches the next action with the thumb, above the bar, with a long address too', async ({
  open,
}) => {
  const page = await open(PHONE, accounts.many.courier);
  await page.goto('/delivery-dashboard');
  const action = page
    .getByRole('button', { name: /^(Commencer la livraison|Marquer comme livrée)$/ })
    .first();
  const bar = page.getByRole('navigation', { name: 'Espace de travail' });
  await expect(action).toBeVisible();
  const top = (await bar.boundingBox())!.y;
  const box = (await action.boundingBox())!;
  expect(box.y).toBeGreaterThan(top / 2);
  expect(box.y + box.height).toBeLessThan(top);
});

test('a prescriber sees the medicines found above the keyboard of a phone', async ({ open, query }) => {
  const doctor = await createPerson(query, 'partnerDoctor', 'Pouce Prescripteur');
  const page = await open(PHONE, doctor.identifier);
  await page.goto('/doctor-dashboard?write=new');
  // A phone of 740 px with its keyboard open.
  const visible = 400;
  await page.setViewportSize({ width: 360, height: visible });
  await page.getByLabel('Ajouter un médicament').pressSequentially('para');
  const found = page.getByRole('list', { name: 'Médicaments trouvés' });
  await expect(found).toBeVisible();
  await expect
    .poll(async () => {
      const box = await found.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= visible && box.height >= 100;
    })
    .toBe(true);
});

test('a customer’s long list scrolls by itself on a desktop, and the states of prescriptions end at one place', async ({
  open,
}) => {
  const page = await open(DESKTOP, accounts.many.customer);
  await page.goto('/tracking');
  const list = page.getByRole('list', { name: 'Mes commandes', exact: true });
  await expect(list.getByRole('listitem')).toHaveCount(50);
  await list.getByRole('listitem').last().scrollIntoViewIfNeeded();
  const { top, height } = await list.evaluate((element) => {
    const scroller = element.parentElement!.parentElement!;
    return { top: scroller.scrollTop, height: scroller.clientHeight };
  });
  expect(top).toBeGreaterThan(0);
  expect(height).toBeLessThanOrEqual(DESKTOP.height);

  const admin = await open(PHONE, 'admin@amasin.demo');
  await admin.goto('/cpanel?tab=prescriptions');
  const rows = admin.getByRole('list', { name: 'Ordonnances', exact: true }).locator('> li');
  await expect(rows.first()).toBeVisible();
  const ends = await rows
    .getByText(/^(Utilisée|En attente)$/)
    .evaluateAll((states) => states.map((state) => Math.round(state.getBoundingClientRect().right)));
  expect(new Set(ends).size).toBe(1);
});

test('a conversation has a whole phone, or 600 px of a desktop, for a low header, its messages and its field', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', longNames.patient);
  const doctor = await createPerson(query, 'partnerDoctor', longNames.prescriber);
  const page = await open(DESKTOP, customer.identifier);
  const dialog = page.getByRole('dialog');
  const heights = () => dialog.evaluate((at) => [at.clientHeight, at.scrollHeight]);
  const expectRoom = async (view: string) => {
    await page.goto(`/dashboard?chat=${view}`);
    for (const [viewport, height] of [
      [DESKTOP, 600],
      [PHONE, PHONE.height],
    ] as const) {
      await page.setViewportSize(viewport);
      await expect.poll(heights, view).toEqual([height, height]);
    }
  };
  for (const view of ['list', 'new']) await expectRoom(view);
  for (const status of ['pending', 'active', 'completed'] as const) {
    await expectRoom(await createConsultation(query, customer, doctor, status, longTexts));
    const log = messagesOf(page);
    await expect(log).toBeVisible();
    // A dialog adapts its layout shortly after the viewport changes.
    await expect
      .poll(async () => (await log.boundingBox())!.y - (await dialog.boundingBox())!.y)
      .toBeLessThanOrEqual(MAX_HEADER);
    const back = (await dialog.getByRole('button', { name: 'Mes consultations' }).boundingBox())!;
    expect(Math.min(back.width, back.height)).toBeGreaterThanOrEqual(MIN_TARGET);
    const end = dialog.getByText(/^Cette consultation est terminée/).or(composerOf(page));
    await expect(end).toBeInViewport({ ratio: 1 });
  }
});

test('a week of forty pharmacies keeps their names in view, and only its nights scroll sideways', async ({
  open,
  query,
}) => {
  const { monday, places } = await createWeek(query, 40);
  const page = await open(PHONE, 'admin@amasin.demo');
  await page.goto(`/cpanel?tab=duty&from=${monday}`);
  const rows = page.getByRole('table').locator('tbody tr');
  const cells = page.getByRole('button', { name: /^Pharmacie Semaine 1, nuit du / });
  await expect(rows).toHaveCount(40);
  for (const width of [320, 360, 412, 640, 768, 1024, 1280, 1600]) {
    const height = width < 768 ? 740 : 800;
    await page.setViewportSize({ width, height });
    const message = `at ${width} px`;
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), { message })
      .toBeLessThanOrEqual(0);
    const first = (await rows.first().boundingBox())!;
    const twelfth = (await rows.nth(11).boundingBox())!;
    expect(twelfth.y + twelfth.height - first.y, message).toBeLessThan(height);
    const cell = (await cells.last().boundingBox())!;
    expect(Math.min(cell.height, cell.width), message).toBeGreaterThanOrEqual(MIN_TARGET);
  }
  await page.setViewportSize(PHONE);
  await cells.last().scrollIntoViewIfNeeded();
  const name = (await rows.first().getByRole('rowheader').boundingBox())!;
  expect(name.x).toBeGreaterThanOrEqual(0);
  expect(name.x + name.width).toBeLessThanOrEqual((await cells.last().boundingBox())!.x);
  await query('delete from places where id = any($1)', [places]);
});

test('every page of a demonstration says so above everything, and it covers nothing', async ({ open }) => {
  const page = await open(PHONE);
  for (const path of ['/', '/login', '/medicaments', '/nulle-part', '/order']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const notice = page.getByRole('complementary', { name: 'Démonstration' });
    await expect(notice).toHaveText('Démonstration : rien n’est livré ni payé.');
    await expect(notice).toHaveCount(1);
    const box = (await notice.boundingBox())!;
    expect([box.x, box.y, box.width]).toEqual([0, 0, PHONE.width]);
    const header = (await page.getByRole('banner').first().boundingBox())!;
    expect(header.y).toBeGreaterThanOrEqual(box.y + box.height);
  }
});

/** A week that no other data reaches, with three nights of each of these new pharmacies, far from the others. */
async function createWeek(query: Query, pharmacies: number) {
  const [week] = await query<{ monday: string }>(
    "select to_char(date_trunc('week', now()) + interval '3 weeks', 'YYYY-MM-DD') as monday",
  );
  const created = await query<{ id: string }>(
    `insert into places (id, source_id, name, latitude, longitude)
     select gen_random_uuid(), 'duty/Semaine' || n, 'Pharmacie Semaine ' || n, 6.5, 2.6
     from generate_series(1, $1) n returning id`,
    [pharmacies],
  );
  const places = created.map(({ id }) => id);
  await query(
    `insert into duty_shifts (id, place_id, starts_at, ends_at, created_at)
     select gen_random_uuid(), place, at, at + interval '10 hours', now()
     from unnest($1::uuid[]) place, generate_series(0, 2) n,
       lateral (select ($2::date + n + time '21:00') at time zone 'UTC' as at) nights`,
    [places, week!.monday],
  );
  return { monday: week!.monday, places };
}
