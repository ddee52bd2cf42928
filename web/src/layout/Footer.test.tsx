import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Session, SessionContext } from '../session/session-context.ts';
import { aUser } from '../testing/people.ts';
import { aSession } from '../testing/session.ts';
import { showPage } from '../testing/show-page.tsx';
import { Footer } from './Footer.tsx';

function show(user: Session['user']) {
  const session = aSession(user);
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

test('the footer has quick links, the doors, how to reach us, and whose it is', () => {
  show(null);
  expect(linksOf('Liens rapides')).toEqual([
    'Accueil /',
    'Trouver une pharmacie /pharmacies',
    'À propos /about',
    'Confidentialité /confidentialite',
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
});

test('who is signed in finds their own screen in the place of the doors', () => {
  show(aUser());
  expect(linksOf('Liens rapides')).toContain('Mon espace /dashboard');
  expect(screen.queryByRole('navigation', { name: 'Connexion' })).toBeNull();
});
