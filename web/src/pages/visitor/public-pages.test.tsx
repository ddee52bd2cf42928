import { houseEndpoints } from '@amasin/domain/house/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import * as about from './about.tsx';
import * as deleted from './account-deleted.tsx';
import * as admin from './admin.tsx';
import * as forgotten from './forgot-password.tsx';
import * as home from './home.tsx';
import * as legal from './legal.tsx';
import * as login from './login.tsx';
import * as medicines from './medicines.tsx';
import * as lost from './not-found.tsx';
import * as finder from './pharmacies.tsx';
import * as privacy from './privacy.tsx';
import * as register from './register.tsx';
import * as partner from './register-partner.tsx';
import * as pharmacy from './register-pharmacy.tsx';
import * as newPassword from './reset-password.tsx';
import * as stocked from './stocked.tsx';
import * as terms from './terms.tsx';
import * as code from './verify-otp.tsx';
import { visitor } from './visitor.fixture.ts';

const pages = {
  admin,
  about,
  privacy,
  terms,
  legal,
  deleted,
  home,
  partner,
  pharmacy,
  login,
  lost,
  register,
  finder,
  stocked,
  medicines,
  forgotten,
  code,
  newPassword,
};
const unlisted = ['deleted', 'lost', 'code', 'newPassword'];

function metaOf(page: { meta: () => object[] }) {
  const parts = page.meta() as { title?: string; name?: string; content?: string }[];
  const named = (name: string) => parts.find((part) => part.name === name)?.content ?? '';
  const title = parts.find((part) => part.title !== undefined)?.title ?? '';
  return { title, description: named('description'), robots: named('robots') };
}

test.each(Object.entries(pages))(
  '%s has a title and a description short enough for search engines',
  (name, page) => {
    const { title, description, robots } = metaOf(page);
    expect(title).toMatch(/Amasin/);
    expect(title.length).toBeLessThanOrEqual(60);
    expect(description.length).toBeGreaterThan(40);
    expect(description.length).toBeLessThanOrEqual(155);
    expect(robots).toBe(unlisted.includes(name) ? 'noindex' : '');
  },
);

test('titles and descriptions are unique', () => {
  const metas = Object.values(pages).map(metaOf);
  expect(new Set(metas.map(({ title }) => title)).size).toBe(metas.length);
  expect(new Set(metas.map(({ description }) => description)).size).toBe(metas.length);
});

test.each([
  ['pharmacy', 'Votre pharmacie est enregistrée'],
  ['partnerDoctor', 'Votre compte est prêt'],
])(
  'after the sign-up of a %s the customers’ sign-in page links to the partners’ one',
  async (signedUp, title) => {
    const { default: Login } = login;
    fakeApi();
    const router = showPage(
      <SessionContext value={visitor}>
        <Login />
      </SessionContext>,
      '/login',
    );
    expect(screen.queryByText(title)).toBeNull();
    await router.navigate('/login', { state: { signedUp } });
    await screen.findByText(title);
    expect(screen.getByRole('link', { name: 'Espace professionnel' }).getAttribute('href')).toBe('/admin');
  },
);

test.each([
  [
    null,
    ['Parler à un médecin'],
    ['Créer mon compte', 'Inscrire ma pharmacie', 'M’inscrire comme professionnel'],
    'Commander',
  ],
  ['customer', [], ['Préparer ma commande'], 'Commander maintenant'],
  ['supervisor', [], ['Ouvrir mon espace'], 'Tableau de bord'],
] as const)('the home page has the next actions of the user type %s', async (type, beside, offered, hero) => {
  const { default: Home } = home;
  const user = type === null ? null : aUser({ type });
  showPage(
    <SessionContext value={{ ...visitor, status: user ? 'signedIn' : 'visitor', user }}>
      <Home />
    </SessionContext>,
    '/',
  );
  await screen.findByRole('link', { name: hero });
  const links = screen.getAllByRole('link').map((link) => link.textContent);
  // For everybody, and in the page before its code has arrived.
  expect(links).toEqual([hero, ...beside, 'Pharmacies de garde', ...offered]);
});

test.each([
  ['customers', register],
  ['pharmacies', pharmacy],
  ['professionals', partner],
] as const)('the sign-up form of %s links to the privacy page', async (_, { default: Page }) => {
  fakeApi();
  showPage(
    <SessionContext value={visitor}>
      <Page />
    </SessionContext>,
    '/register',
  );
  const link = await screen.findByRole('link', { name: 'Ce que nous gardons de vous, et pourquoi' });
  expect(link.getAttribute('href')).toBe('/confidentialite');
  expect(screen.getByRole('link', { name: 'conditions' }).getAttribute('href')).toBe('/conditions');
});

test.each([
  ['customer', register],
  ['pharmacy', pharmacy],
  ['partnerDoctor', partner],
] as const)('a closed registration of a %s says so instead of a form', async (type, { default: Page }) => {
  const api = fakeApi();
  const nothing = {
    name: null,
    rccm: null,
    ifu: null,
    address: null,
    representative: null,
    host: null,
    apdp: null,
  };
  const open = { customer: true, pharmacy: true, partnerDoctor: true };
  api.on(houseEndpoints.describeHouse, () => ({ house: nothing, registrations: { ...open, [type]: false } }));
  showPage(
    <SessionContext value={visitor}>
      <Page />
    </SessionContext>,
    '/register',
  );
  await screen.findByText('Les inscriptions sont fermées pour le moment');
  expect(screen.queryByLabelText(/Mot de passe/)).toBeNull();
});

test('the legal notice has what the house has set, and leaves out what it has not', async () => {
  const api = fakeApi();
  const rest = { ifu: null, address: null, representative: null, host: 'Hébergeur, Cotonou', apdp: null };
  api.on(houseEndpoints.describeHouse, () => ({
    house: { name: 'Maison SARL', rccm: 'RB/COT/26 B 1', ...rest },
    registrations: { customer: true, pharmacy: true, partnerDoctor: true },
  }));
  const Legal = legal.default;
  showPage(<Legal />, '/mentions-legales');
  await screen.findByText('Maison SARL');
  const terms = screen.getAllByRole('term').map((term) => term.textContent);
  expect(terms).toEqual(['Société', 'Registre du commerce (RCCM)', 'Hébergement des données']);
});

test.each(['Commander', 'Créer mon compte'])(
  '« %s » on the home page leads a visitor to order once they have signed up',
  async (name) => {
    fakeApi();
    const Home = home.default;
    const router = showPage(
      <SessionContext value={visitor}>
        <Home />
      </SessionContext>,
      '/',
    );
    fireEvent.click(await screen.findByRole('link', { name }));
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/register', state: { from: '/order' } }),
    );
  },
);
