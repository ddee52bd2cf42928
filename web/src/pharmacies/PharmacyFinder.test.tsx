import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { aPharmacy } from '../testing/pharmacies.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { readLastPharmacies, storeLastPharmacies } from './api.ts';
import { PharmacyFinder } from './PharmacyFinder.tsx';

const PAGE = '/pharmacies';
const many = (...pharmacies: Pharmacy[]) => ({ pharmacies, total: pharmacies.length });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Rayon de recherche' });

/** A device that returns this position, refuses, or never answers. */
function fakeDevice(
  position: 'refuses' | 'is silent' | { latitude: number; longitude: number; accuracy?: number },
) {
  const requested: PositionOptions[] = [];
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      getCurrentPosition: (
        onFound: (found: object) => void,
        onFailed: (fault: object) => void,
        options: PositionOptions,
      ) => {
        requested.push(options);
        if (position === 'refuses') onFailed({ code: 1 });
        else if (position !== 'is silent') onFound({ coords: { accuracy: 20, ...position } });
      },
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'geolocation');
  });
  return requested;
}

test('searches 5 km around the centre of Cotonou, and shows each pharmacy’s details', async () => {
  const api = fakeApi();
  api.on(pharmacyEndpoints.searchPharmacies, () => many(aPharmacy({ onDuty: true, isPartner: true })));
  showPage(<PharmacyFinder />, PAGE);
  await screen.findByRole('heading', { name: 'Pharmacie Fifamè' });
  expect(api.sent[0]?.query).toEqual({ lat: '6.3703', lng: '2.3912', radius: '5', limit: '200' });
  for (const expected of [
    'à 1,2 km',
    'De garde',
    'Partenaire',
    'Ouverte 24 h/24',
    'Cadjèhoun',
    '1 pharmacie',
  ])
    expect(screen.getByText((text) => text.replaceAll('\u00a0', ' ') === expected)).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Appeler Pharmacie Fifamè/ }).getAttribute('href')).toBe(
    'tel:+2290197000013',
  );
  expect(screen.getByRole('link', { name: /^Commander/ }).getAttribute('href')).toMatch(
    /^\/order\?pharmacie=[\da-f-]{36}$/,
  );
  // The results come first.
  const list = screen.getByRole('list', { name: 'Pharmacies' });
  expect(list.compareDocumentPosition(slider())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByRole('link', { name: 'Changer le rayon' }).getAttribute('href')).toBe('#rayon');
  expect(screen.getByRole('link', { name: /^Itinéraire/ }).getAttribute('href')).toContain('6.3584%2C2.4012');
});

test('the slider searches when it stops moving, and is in the URL', async () => {
  const api = fakeApi();
  api.on(pharmacyEndpoints.searchPharmacies, () => many());
  const router = showPage(<PharmacyFinder />, `${PAGE}?radius=12`);
  await screen.findByRole('heading', { name: 'Aucune pharmacie trouvée dans votre zone' });
  expect(slider().value).toBe('12');
  for (const value of ['15', '20', '25']) fireEvent.change(slider(), { target: { value } });
  await waitFor(() => expect(router.state.location.search).toBe('?radius=25'));
  await waitFor(() => expect(api.sent.map(({ query }) => query.radius)).toEqual(['12', '25']));
  fireEvent.click(await button('Chercher jusqu’à 30 km'));
  await waitFor(() => expect(router.state.location.search).toBe('?radius=30'));
  fireEvent.click(await button('Tout effacer'));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('« Près de moi » asks for a precise position within ten seconds, and searches from there', async () => {
  const api = fakeApi();
  const requested = fakeDevice({ latitude: 6.412_345_6, longitude: 2.345_678_9 });
  api.on(pharmacyEndpoints.searchPharmacies, () => many(aPharmacy()));
  showPage(<PharmacyFinder />, PAGE);
  fireEvent.click(await button('Près de moi'));
  await waitFor(() => expect(api.sent.at(-1)?.query).toMatchObject({ lat: '6.4123', lng: '2.3457' }));
  expect(requested).toEqual([{ enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 }]);
  await screen.findByText(/de vous$/);
});

test('without a position it says so and shows the default search', async () => {
  const api = fakeApi();
  fakeDevice('refuses');
  api.on(pharmacyEndpoints.searchPharmacies, () => many(aPharmacy()));
  showPage(<PharmacyFinder />, PAGE);
  fireEvent.click(await button('Près de moi'));
  await screen.findByText("Impossible d'obtenir votre position. Recherche par défaut.");
  await screen.findByText(/du centre de Cotonou$/);
});

test('a position of 30 km is said, and not believed', async () => {
  const api = fakeApi();
  fakeDevice({ latitude: 6.5, longitude: 2.6, accuracy: 30_000 });
  api.on(pharmacyEndpoints.searchPharmacies, () => many(aPharmacy()));
  showPage(<PharmacyFinder />, PAGE);
  fireEvent.click(await button('Près de moi'));
  await screen.findByText(
    (text) => plain(text) === 'Position imprécise, à 30 km près. Recherche par défaut.',
  );
  await screen.findByText(/du centre de Cotonou$/);
});

test('a device that never answers is not waited for for ever', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const api = fakeApi();
  fakeDevice('is silent');
  api.on(pharmacyEndpoints.searchPharmacies, () => many(aPharmacy()));
  showPage(<PharmacyFinder />, PAGE);
  fireEvent.click(await button('Près de moi'));
  await act(() => vi.advanceTimersByTimeAsync(25_000));
  await screen.findByText("Impossible d'obtenir votre position. Recherche par défaut.");
});

test('« Pharmacies de garde » lists pharmacies on duty, or shows what to do when there are none', async () => {
  const api = fakeApi();
  api.on(pharmacyEndpoints.searchPharmacies, () => many(aPharmacy()));
  api.on(pharmacyEndpoints.listOnDuty, () => ({ ...many(), dutyList: null }));
  const router = showPage(<PharmacyFinder />, PAGE);
  fireEvent.click(await button('Pharmacies de garde'));
  await screen.findByRole('heading', { name: 'Aucune pharmacie trouvée dans votre zone' });
  expect(router.state.location.search).toBe('?duty=1');
  expect(api.sent.at(-1)?.query).toEqual({ limit: '200' });
  expect((await button('Pharmacies de garde')).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(await button('Toutes les pharmacies'));
  await screen.findByRole('heading', { name: 'Pharmacie Fifamè' });
});

const order = 'Ordre des pharmaciens';

test.each([
  [{ date: '2026-11-20', source: order }, /^Liste de garde du 20 novembre, Ordre des pharmaciens$/],
  [
    { date: '2026-11-12', source: order },
    /^Aucune liste de garde de moins de 7 jours .* du 12 novembre, Ordre/,
  ],
  [null, /^Aucune liste de garde publiée n’est connue/],
])('shows how recent the list of duty is: %j', async (dutyList, line) => {
  vi.setSystemTime('2026-11-20T10:00:00Z');
  const api = fakeApi();
  api.on(pharmacyEndpoints.listOnDuty, () => ({ ...many(aPharmacy()), dutyList }));
  showPage(<PharmacyFinder />, `${PAGE}?duty=1`);
  await screen.findByText(line);
});

test.each([
  ['', 'Erreur lors de la recherche des pharmacies', pharmacyEndpoints.searchPharmacies],
  ['?duty=1', 'Erreur lors de la recherche des pharmacies de garde', pharmacyEndpoints.listOnDuty],
])('a failed search%s shows an error and a retry button', async (search, message, endpoint) => {
  const api = fakeApi();
  api.on(endpoint, () => refuse('INTERNAL'));
  showPage(<PharmacyFinder />, `${PAGE}${search}`);
  await screen.findByText(message);
  api.on(endpoint, () => many(aPharmacy()));
  fireEvent.click(await button('Réessayer'));
  await screen.findByRole('heading', { name: 'Pharmacie Fifamè' });
});

test('offline, shows the stored list with its date', async () => {
  const api = fakeApi();
  storeLastPharmacies([aPharmacy({ name: 'Pharmacie Gardée' })], new Date('2026-11-20T18:05:00Z'));
  api.on(pharmacyEndpoints.searchPharmacies, () => networkError);
  showPage(<PharmacyFinder />, PAGE);
  await screen.findByText(/^Dernière liste connue, du ven\. 20 nov\. .*à 19\sh\s05$/);
  await screen.findByRole('heading', { name: 'Pharmacie Gardée' });
  expect(screen.queryByText(/1,2/)).toBeNull();
});

test('stores the result; ignores an empty or invalid one', () => {
  expect(readLastPharmacies()).toBeNull();
  const at = new Date('2026-11-20T18:05:00Z');
  storeLastPharmacies([aPharmacy()], at);
  storeLastPharmacies([], new Date());
  expect(readLastPharmacies()).toMatchObject({ at: at.toISOString(), pharmacies: [{ distance: null }] });
  for (const note of ['{', '[]', '{"at":"hier","pharmacies":[]}', '{"at":"2026-11-20T18:05:00Z"}']) {
    window.localStorage.setItem('kept:visitor:pharmacies', note);
    expect(readLastPharmacies()).toBeNull();
  }
});
