import type { Page } from '@playwright/test';
import { expect, PHONE, test } from '../product.ts';
import { accounts } from '../start/sizes.ts';

type Point = { x: number; y: number };

test('a pharmacist zooms a photograph around the point between two fingers, and moves it with one', async ({
  open,
}) => {
  const page = await open(PHONE, accounts.few.agent, { touch: true });
  await page.goto('/agent-dashboard');
  await page
    .getByRole('link', { name: /^Lire l’ordonnance de/ })
    .first()
    .tap();
  const stage = page.getByRole('region', { name: 'Ordonnance', exact: true });
  const picture = stage.getByRole('img');
  await expect(picture).toHaveAttribute('data-loaded', 'true');
  await stage.scrollIntoViewIfNeeded();
  const boxOf = async (locator = picture) => (await locator.boundingBox())!;
  const field = page.getByRole('searchbox', { name: 'Ajouter un médicament' });
  const frame = await boxOf(stage);
  const whole = await boxOf();
  const touch = await fingers(page);

  // Not the centre of the picture.
  const middle = { x: whole.x + whole.width * 0.4, y: whole.y + whole.height * 0.6 };
  const apart = (half: number): Point[] => [
    { x: middle.x - half, y: middle.y },
    { x: middle.x + half, y: middle.y },
  ];
  const heldIn = (box: Awaited<ReturnType<typeof boxOf>>) => ({
    x: (middle.x - box.x) / box.width,
    y: (middle.y - box.y) / box.height,
  });
  await touch('touchStart', apart(30));
  for (const half of [40, 60, 80, 90]) await touch('touchMove', apart(half));
  await expect.poll(async () => (await boxOf()).width / whole.width).toBeCloseTo(3, 1);
  const zoomed = await boxOf();
  for (const axis of ['x', 'y'] as const)
    expect(Math.abs(heldIn(zoomed)[axis] - heldIn(whole)[axis]), axis).toBeLessThan(0.02);
  await touch('touchEnd', []);

  await touch('touchStart', [middle]);
  await touch('touchMove', [{ x: middle.x - 40, y: middle.y + 30 }]);
  await expect.poll(async () => Math.round((await boxOf()).x - zoomed.x)).toBe(-40);
  expect(Math.round((await boxOf()).y - zoomed.y)).toBe(30);
  await touch('touchEnd', []);

  // The browser has not zoomed its page, and the picture stays above the field.
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
  expect(await boxOf(stage)).toEqual(frame);
  expect((await boxOf(field)).y).toBeGreaterThan(frame.y + frame.height);
});

async function fingers(page: Page) {
  const tools = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    tools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
    });
}
