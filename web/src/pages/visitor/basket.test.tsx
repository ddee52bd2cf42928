import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import type { PublicMedication } from '@amasin/domain/medications/medication.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import {
  amoxicillin,
  newDevice,
  openOrder,
  paracetamol,
  setUpOrder,
  zone,
} from '../customer/order.fixture.tsx';
import Login from './login.tsx';
import Medicines from './medicines.tsx';

beforeEach(newDevice);

const coartem: PublicMedication = {
  _id: '0198a000-0000-7000-8000-0000000000a9',
  label: 'Coartem',
  form: 'tablet',
  price: 2_500,
  requiresPrescription: false,
  substances: 'Artéméther + luméfantrine',
  dosage: '20 mg + 120 mg',
};

function openSearch(user = null as ReturnType<typeof aUser> | null, url = '/medicaments') {
  const api = fakeApi();
  api.on(medicationEndpoints.searchPublicMedications, ({ query }) => {
    const found = query.q === 'coartem' ? [coartem, amoxicillin] : [];
    return { medications: found, total: found.length };
  });
  const page = (
    <SessionContext value={aSession(user)}>
      <Medicines />
    </SessionContext>
  );
  return { api, router: showPage(page, url) };
}
const field = () => screen.findByLabelText<HTMLInputElement>('Nom du médicament');
const search = async (text: string) => fireEvent.change(await field(), { target: { value: text } });
const addToBasket = async () => {
  await search('coartem');
  fireEvent.click(await screen.findByRole('button', { name: /^Ajouter Coartem/ }));
};
const lines = async () => within(await screen.findByRole('list', { name: 'Médicaments choisis' }));

/** Signs in on the customers’ page of this device. */
async function signIn(user: ReturnType<typeof aUser>) {
  cleanup();
  fakeApi().on(sessionEndpoints.login, () => ({
    success: true as const,
    token: 'token',
    device: 'mark',
    user,
  }));
  let given = '';
  const session = aSession(null, {
    signIn: (_, { _id }) => {
      given = _id;
    },
  });
  showPage(
    <SessionContext value={session}>
      <Login />
    </SessionContext>,
    '/login',
  );
  fireEvent.change(await screen.findByLabelText('Numéro de téléphone'), { target: { value: '0197000001' } });
  fireEvent.change(screen.getByLabelText('Mot de passe'), { target: { value: 'demo-amasin' } });
  fireEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
  await waitFor(() => expect(given).toBe(user._id));
  cleanup();
}

test('a visitor reads the form, the substance and the price of what they search for', async () => {
  const { router } = openSearch();
  await search('coartem');
  const found = within(await screen.findByRole('list', { name: 'Médicaments trouvés' }));
  const [first, second] = found.getAllByRole('listitem');
  expect(first?.textContent).toMatch(
    /Coartem.*Artéméther \+ luméfantrine · 20 mg \+ 120 mg · Comprimé.*2\s500\sF/,
  );
  expect(within(second!).queryByRole('button')).toBeNull();
  expect(second?.textContent).toContain('Sur ordonnance');
  await waitFor(() => expect(router.state.location.search).toBe('?q=coartem'));
});

test('a search in the URL is shown; one that finds nothing says what to do; a failure can be retried', async () => {
  const { api } = openSearch(null, '/medicaments?q=coartem');
  await screen.findByText('Coartem');
  await search('inconnu');
  await screen.findByText(/^Nous n’avons pas trouvé ce médicament\./);
  api.on(medicationEndpoints.searchPublicMedications, () => refuse('TOO_MANY_TRIES'));
  await search('zinc');
  await screen.findByText('Trop de tentatives. Veuillez réessayer dans quelques minutes.');
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeDefined();
  expect((await field()).value).toBe('zinc');
});

test('the basket has quantities, a total and the link to order, and survives a reload', async () => {
  openSearch();
  await addToBasket();
  fireEvent.click(screen.getByRole('button', { name: 'Ajouter Coartem, 1 au panier' }));
  const basket = within(screen.getByRole('region', { name: 'Votre panier' }));
  expect(basket.getByLabelText<HTMLInputElement>('Quantité : Coartem').value).toBe('2');
  expect(basket.getAllByText(/^5\s000\sF$/).length).toBeGreaterThan(0);
  const bar = screen.getByRole('link', { name: 'Voir le panier' });
  expect(bar.parentElement?.textContent).toMatch(/^1\smédicament5\s000\sF/);
  expect(bar.getAttribute('href')).toBe(`#${screen.getByRole('heading', { name: 'Votre panier' }).id}`);
  expect(basket.getByRole('link', { name: 'Commander' }).getAttribute('href')).toBe('/order');
  cleanup();
  openSearch();
  expect((await lines()).getByText('Coartem')).toBeDefined();
});

test('the basket of a visitor opens in the order form of the customer who signs in, and not of the next one', async () => {
  openSearch();
  await addToBasket();
  await signIn(aUser({ _id: 'afi' }));
  setUpOrder();
  openOrder(aUser({ _id: 'afi' }));
  expect((await lines()).getByText('Coartem')).toBeDefined();

  // Her session has expired, and he signs in.
  await signIn(aUser({ _id: 'koffi' }));
  setUpOrder();
  openOrder(aUser({ _id: 'koffi' }));
  await screen.findByRole('combobox', { name: 'Ajouter un médicament' });
  expect(screen.queryByText('Coartem')).toBeNull();
  cleanup();
  openSearch();
  await field();
  expect(screen.queryByRole('region', { name: 'Votre panier' })).toBeNull();
});

test('the basket of a visitor is added to the order that the customer had begun', async () => {
  const own = {
    medicationId: paracetamol._id,
    label: paracetamol.label,
    form: 'tablet',
    price: 1000,
    quantity: 4,
  };
  const draft = { way: 'photo', lines: [own], zoneId: zone._id, address: 'Portail bleu', usual: '' };
  localStorage.setItem('kept:afi:order-draft', JSON.stringify(draft));
  openSearch();
  await addToBasket();
  await signIn(aUser({ _id: 'afi' }));
  setUpOrder();
  openOrder(aUser({ _id: 'afi' }));
  const shown = await lines();
  expect(shown.getByText('Coartem')).toBeDefined();
  expect(shown.getByLabelText<HTMLInputElement>('Quantité : Paracétamol 500 mg').value).toBe('4');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Adresse de livraison').value).toBe('Portail bleu');
});

test('a signed-in customer adds to their own order; a person who works here has no basket', async () => {
  openSearch(aUser({ _id: 'afi' }));
  await addToBasket();
  cleanup();
  setUpOrder();
  openOrder(aUser({ _id: 'afi' }));
  expect((await lines()).getByText('Coartem')).toBeDefined();
  cleanup();
  openSearch(aUser({ type: 'pharmacy' }));
  await search('coartem');
  await screen.findByText('Coartem');
  expect(screen.queryByRole('button', { name: /^Ajouter/ })).toBeNull();
});
