import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { store, UNSENT_MESSAGES, WAITING_ORDERS } from '../lib/stored.ts';
import { anUnsentMessage, aWaitingOrder } from '../orders/ordering/unsent.fixture.ts';
import { type Session, SessionContext } from '../session/session-context.ts';
import { aUser } from '../testing/people.ts';
import { aSession } from '../testing/session.ts';
import { showPage } from '../testing/show-page.tsx';
import { Footer } from './Footer.tsx';

function show(user: Session['user'], changes: Partial<Session> = {}) {
  const session = aSession(user, changes);
  showPage(
    <SessionContext value={session}>
      <Footer />
    </SessionContext>,
    '/',
  );
}

const linksOf = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

test('a visitor has quick links, sign-in links, contact, copyright and the version', () => {
  show(null);
  expect(linksOf('Liens rapides')).toEqual([
    'Accueil /',
    'Chercher un médicament /medicaments',
    'Trouver une pharmacie /pharmacies',
    'À propos /about',
    'Confidentialité /confidentialite',
    'Conditions /conditions',
    'Mentions légales /mentions-legales',
  ]);
  expect(linksOf('Connexion')).toEqual([
    'Connexion client /login',
    'Inscription /register',
    'Espace professionnel /admin',
  ]);
  const contact = within(screen.getByRole('region', { name: 'Contact' }));
  const [phone, mail] = contact.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(phone).toMatch(/^tel:\+22901\d{8}$/);
  expect(mail).toMatch(/^mailto:/);
  expect(contact.getByText(/Cotonou/)).toBeDefined();
  expect(screen.getByText(/^© \d{4} Amasin\. Tous droits réservés\.$/)).toBeDefined();
  expect(screen.getByText(/^Version \d+\.\d+\.\d+$/)).toBeDefined();
});

test('once signed in, « Mon espace » and « Se déconnecter » replace the sign-in links', () => {
  const signOut = vi.fn(async () => {});
  show(aUser(), { signOut });
  expect(screen.queryByRole('navigation', { name: 'Connexion' })).toBeNull();
  expect(linksOf('Mon compte')).toEqual(['Mon espace /dashboard']);
  expect(linksOf('Liens rapides').join()).not.toContain('Mon espace');
  fireEvent.click(screen.getByRole('button', { name: 'Se déconnecter' }));
  expect(signOut).toHaveBeenCalledOnce();
});

test('signing out asks first while something has not left the device', async () => {
  store('afi', WAITING_ORDERS, [aWaitingOrder()]);
  store('afi', UNSENT_MESSAGES, [anUnsentMessage('a'), anUnsentMessage('b')]);
  const signOut = vi.fn(async () => {});
  show(aUser({ _id: 'afi' }), { signOut });
  const button = screen.getByRole('button', { name: 'Se déconnecter' });
  fireEvent.click(button);
  const name = 'Une commande et 2\u00a0messages ne sont pas partis';
  const dialog = within(await screen.findByRole('dialog', { name }));
  dialog.getByText('Ils ne sont que sur cet appareil : se déconnecter les efface.');
  fireEvent.click(dialog.getByRole('button', { name: 'Rester connecté' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(signOut).not.toHaveBeenCalled();

  // One was sent meanwhile: the question is asked again with what is left.
  store('afi', WAITING_ORDERS, null);
  store('afi', UNSENT_MESSAGES, [anUnsentMessage('b')]);
  fireEvent.click(button);
  const again = within(await screen.findByRole('dialog', { name: 'Un message n’est pas parti' }));
  fireEvent.click(again.getByRole('button', { name: 'Se déconnecter' }));
  expect(signOut).toHaveBeenCalledOnce();
});

test('while the session is loading, neither sign-in nor account links are shown', () => {
  show(null, { status: 'loading' });
  expect(screen.queryByRole('navigation', { name: 'Connexion' })).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Mon compte' })).toBeNull();
});
