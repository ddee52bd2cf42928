import { expect, it, onTestFinished } from 'vitest';
import { buildPlace } from '../builders/place.ts';
import { startTestApp } from '../testing/test-app.ts';

it('returns at night those that are on duty or open around the clock before the others', async () => {
  const server = await startTestApp();
  onTestFinished(() => server.close());
  const names = async () =>
    (await server.call(null, 'GET', '/pharmacies/search')).body.pharmacies.map(
      ({ name }: { name: string }) => name,
    );
  for (const [name, distance, hours] of [
    ['Du jour', 0, 'Mo-Su 08:00-22:00'],
    ['Inconnue', 0.001, null],
    ['Toujours', 0.002, '24/7'],
    ['Jour et nuit', 0.003, 'Mo-Su 00:00-00:00'],
    ['De garde', 0.004, null],
  ] as const)
    await buildPlace(server.db, {
      name,
      latitude: 6.3703 + distance,
      longitude: 2.3912,
      hours,
      ...(name === 'De garde' && { onDuty: true }),
    });
  const nearest = ['Du jour', 'Inconnue', 'Toujours', 'Jour et nuit', 'De garde'];
  expect(await names()).toEqual(nearest);
  // 22:00 in Benin.
  server.clock.advance(11 * 3600);
  expect(await names()).toEqual(['Toujours', 'Jour et nuit', 'De garde', 'Du jour', 'Inconnue']);
  server.clock.advance(10 * 3600);
  expect(await names()).toEqual(nearest);
});
