import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { showPage } from '../../testing/show-page.tsx';
import About from './about.tsx';
import Home from './home.tsx';
import { visitor } from './visitor.fixture.ts';

const part = (name: string) => within(screen.getByRole('region', { name }));
const titlesOf = (name: string) =>
  part(name)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

test('home has four benefits and three steps', () => {
  showPage(
    <SessionContext value={visitor}>
      <Home />
    </SessionContext>,
    '/',
  );
  expect(titlesOf('Pourquoi Amasin')).toEqual([
    'En moins de 2 heures',
    'Service 24h/7',
    'Des pharmacies partenaires',
    'Un prix clair',
  ]);
  expect(titlesOf('Comment ça marche')).toEqual(['Vous commandez', 'Nous validons', 'Vous êtes livré']);
});

test('about has the mission, four values, projections marked as such, the team and contacts', () => {
  showPage(<About />, '/about');
  expect(screen.getByRole('heading', { name: 'Notre mission' })).toBeDefined();
  expect(titlesOf('Nos valeurs')).toHaveLength(4);
  const figures = part('Nos projections');
  expect(figures.getByText(/^Ce que nous visons/)).toBeDefined();
  expect(figures.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '500+',
    '500+',
    '500+',
  ]);
  expect(figures.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'clients par semaine',
    'pharmacies partenaires',
    'commandes par jour',
  ]);
  expect(titlesOf('Notre équipe').length).toBeGreaterThan(0);
  const contact = part('Parlons-en');
  const ways = contact.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(ways).toEqual([expect.stringMatching(/^tel:\+22901\d{8}$/), expect.stringMatching(/^mailto:/)]);
});
