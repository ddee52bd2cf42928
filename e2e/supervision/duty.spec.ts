import type { Page } from '@playwright/test';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

// Each test has its own weeks, which no other data reaches. A super administrator, because the notifications of a
// supervisor, of the orders of other tests, cover the cells on a phone.
const TITLE = 'Administration · Amasin';

test('an administrator repeats a week of duty with two clicks', async ({ open, query }) => {
  const before = await mondayIn(query, 4);
  const monday = await mondayIn(query, 5);
  const places = await addPlaces(query, 'Reprise', 14);
  await addShifts(query, places, before, 2);
  const page = await open(DESKTOP, 'admin@amasin.demo');
  await page.goto(`/cpanel?tab=duty&from=${monday}`);
  await expect(page).toHaveTitle(TITLE);
  await expect(cells(page, 'Reprise 1')).toHaveCount(7);
  await expect(pressed(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Comme la semaine dernière' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reprendre' }).click();
  await expectToast(page, '28\u00a0gardes en plus');
  await expect(pressed(page)).toHaveCount(28);
  const week = `select place_id, starts_at from duty_shifts where place_id = any($1) and starts_at > $2::date`;
  expect(await query(week, [places, monday])).toHaveLength(28);
  await expect(page.getByRole('button', { name: 'Comme la semaine dernière' })).toBeDisabled();
  await query('delete from places where id = any($1)', [places]);
});

test('an administrator adds and removes a night of duty with a tap, and a supervisor sees it', async ({
  open,
  query,
}) => {
  const monday = await mondayIn(query, 7);
  const [place] = await addPlaces(query, 'Touchée', 1);
  const stored = async () => (await query('select from duty_shifts where place_id = $1', [place])).length;
  const page = await open(PHONE, 'admin@amasin.demo');
  const path = `/cpanel?tab=duty&from=${monday}`;
  await page.goto(path);
  await expect(page).toHaveTitle(TITLE);
  await page.getByRole('searchbox').fill('touchee');
  const cell = cells(page, 'Touchée 1').first();
  await cell.click();
  await expect(cell).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(stored).toBe(1);

  // Another supervisor has the same week open, and removes it: both see the same.
  const other = await open(DESKTOP, 'superviseur@amasin.demo');
  await other.goto(`/supervisor-dashboard?tab=duty&from=${monday}`);
  const otherCell = cells(other, 'Touchée 1').first();
  await expect(otherCell).toHaveAttribute('aria-pressed', 'true');
  await otherCell.click();
  await expect.poll(stored).toBe(0);
  await expect(cell).toHaveAttribute('aria-pressed', 'false');
  await expect(cell).toBeEnabled();
  await cell.click();
  await expect.poll(stored).toBe(1);
  await cell.click();
  await expect(cell).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(stored).toBe(0);
  await query('delete from places where id = $1', [place]);
});

test('an administrator pastes a list of duty, and visitors see its source and date', async ({
  open,
  query,
}) => {
  const monday = await mondayIn(query, 2);
  const places = await addPlaces(query, 'Publiée', 2);
  const page = await open(PHONE, 'admin@amasin.demo');
  await page.goto(`/cpanel?tab=duty&from=${monday}`);
  await expect(page).toHaveTitle(TITLE);
  await page.getByRole('button', { name: 'Coller une liste' }).click();
  const dialog = page.getByRole('dialog', { name: 'Coller une liste' });
  await dialog
    .getByLabel('Liste reçue')
    .fill('Mardi\npubliee 1\nPUBLIÉE 2 (Porto-Novo)\nPharmacie Introuvable');
  await dialog.getByLabel('Source').fill('Ordre des pharmaciens du Bénin');
  await dialog.getByRole('button', { name: 'Lire la liste' }).click();
  await expect(dialog.getByRole('heading', { name: /^2\snoms trouvés$/ })).toBeVisible();
  await expect(dialog.getByText('Pharmacie Introuvable', { exact: true }).last()).toBeVisible();
  await dialog.getByRole('button', { name: /^Ajouter\s2\sgardes$/ }).click();
  await expectToast(page, '2\u00a0gardes en plus. 1\u00a0nom de la liste à revoir.');
  await expect(pressed(page)).toHaveCount(2);

  const visitor = await open(PHONE);
  await visitor.goto('/pharmacies?duty=1');
  await expect(visitor).toHaveTitle('Trouver une pharmacie · Amasin');
  await expect(visitor.getByText(/^Liste de garde du .+, Ordre des pharmaciens du Bénin$/)).toBeVisible();
  await query('delete from places where id = any($1)', [places]);
  await query('delete from duty_lists where source = $1', ['Ordre des pharmaciens du Bénin']);
});

const cells = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Pharmacie ${name}, nuit du `) });
const pressed = (page: Page) => page.getByRole('table').getByRole('button', { pressed: true });

/** The Monday after this many weeks. */
async function mondayIn(query: Query, weeks: number): Promise<string> {
  const [found] = await query<{ day: string }>(
    "select to_char(date_trunc('week', now()) + $1 * interval '1 week', 'YYYY-MM-DD') as day",
    [weeks],
  );
  return found!.day;
}

/** Pharmacies « Pharmacie {name} 1 » and so on, far from the others. */
async function addPlaces(query: Query, name: string, count: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `insert into places (id, source_id, name, latitude, longitude)
     select gen_random_uuid(), concat('duty/', $1::text, n), concat('Pharmacie ', $1::text, ' ', n), 6.5, 2.6
     from generate_series(1, $2) n returning id`,
    [name, count],
  );
  return rows.map(({ id }) => id);
}

/** A shift of each place in the first nights of this week, 22:00 to 08:00. */
async function addShifts(query: Query, places: string[], monday: string, nights: number): Promise<void> {
  await query(
    `insert into duty_shifts (id, place_id, starts_at, ends_at, created_at)
     select gen_random_uuid(), place, at, at + interval '10 hours', now()
     from unnest($1::uuid[]) place, generate_series(0, $3 - 1) n,
       lateral (select ($2::date + n + time '21:00') at time zone 'UTC' as at) nights`,
    [places, monday, nights],
  );
}
