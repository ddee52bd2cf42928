import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { stockEndpoints } from '@amasin/domain/stock/endpoints.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { aMedication } from '../../testing/catalogue.ts';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { aStockedPharmacy } from '../../testing/stock.ts';
import StockedPage from './stocked.tsx';
import { visitor } from './visitor.fixture.ts';

const PAGE = '/pharmacies/medicament';
const { _id, label, form } = aMedication();
const medication = { _id, label, form };

const open = (url: string, user: ReturnType<typeof aUser> | null = null) =>
  showPage(
    <SessionContext value={{ ...visitor, status: user ? 'signedIn' : 'visitor', user }}>
      <StockedPage />
    </SessionContext>,
    url,
  );

test('a medicine is searched, then the pharmacies that have it, with when it was seen', async () => {
  vi.setSystemTime('2026-11-20T14:00:00Z');
  const api = fakeApi();
  api.on(medicationEndpoints.searchPublicMedications, () => ({
    medications: [
      aMedication(),
      aMedication({ _id: _id.replace('b1', 'b2'), label: 'Amoxicilline', requiresPrescription: true }),
    ],
    total: 2,
  }));
  api.on(stockEndpoints.findStockedPublicly, ({ path, query }) => {
    expect([path, query.radius]).toEqual([`/api/public/medications/${_id}/pharmacies`, '30']);
    return { medication, pharmacies: [aStockedPharmacy()], total: 1 };
  });
  open(PAGE);
  fireEvent.change(await screen.findByLabelText('Nom du médicament'), { target: { value: 'par' } });
  await screen.findByText('Sur ordonnance');
  fireEvent.click(await screen.findByRole('link', { name: /qui ont Paracétamol/ }));
  await screen.findByRole('heading', { name: `${label} (comprimé)` });
  await screen.findByText('Vu en stock ce matin');
  // From the town centre, it says nothing.
  expect(screen.queryByText(/1,2/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Un autre médicament' }).getAttribute('href')).toBe(PAGE);
});

test('who is signed in asks for medicines that require a prescription too', async () => {
  const api = fakeApi();
  api.on(medicationEndpoints.searchPublicMedications, () => ({
    medications: [aMedication({ requiresPrescription: true })],
    total: 1,
  }));
  api.on(stockEndpoints.findStocked, () => ({ medication, pharmacies: [], total: 0 }));
  const router = open(`${PAGE}?q=par`, aUser({ type: 'customer' }));
  fireEvent.click(await screen.findByRole('link', { name: /qui ont Paracétamol/ }));
  await screen.findByText('Aucune pharmacie ne l’a dit');
  expect(router.state.location.search).toBe(`?id=${_id}`);
});

test('a medicine that is not shown, and a failure, say so', async () => {
  const api = fakeApi();
  api.on(stockEndpoints.findStockedPublicly, () => refuse('NOT_FOUND'));
  const router = open(`${PAGE}?id=${_id}`);
  await screen.findByText('Ce médicament n’est pas montré ici');
  api.on(stockEndpoints.findStockedPublicly, () => refuse('INTERNAL'));
  await router.navigate(`${PAGE}?id=${_id.replace('b1', 'b3')}`);
  await screen.findByRole('button', { name: 'Réessayer' });
});

test('who is signed in is not asked to sign in for a medicine that is recalled', async () => {
  const api = fakeApi();
  api.on(stockEndpoints.findStocked, () => refuse('NOT_FOUND'));
  open(`${PAGE}?id=${_id}`, aUser({ type: 'customer' }));
  await screen.findByText('Il n’est plus au catalogue, ou ne se commande pas en ce moment.');
});
