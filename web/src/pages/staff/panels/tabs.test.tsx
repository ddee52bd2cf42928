import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showPage } from '../../../testing/show-page.tsx';
import ControlPanel from '../cpanel.tsx';
import SupervisorDashboard from '../supervisor-dashboard.tsx';

test.each([
  [
    'supervisor',
    <SupervisorDashboard key="supervisor" />,
    'Parties de la supervision',
    ['Gestion des commandes', 'Gestion des médicaments', 'Gardes'],
  ],
  [
    'super administrator',
    <ControlPanel key="panel" />,
    'Parties de l’administration',
    [
      'Vue d’ensemble',
      'Commandes',
      'Ordonnances',
      'Utilisateurs',
      'Médicaments',
      'Zones',
      'Bénéfices',
      'Gardes',
    ],
  ],
])('shows the tabs of a %s, the first one open', async (_, page, label, names) => {
  // The content of each tab has its own tests.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  showPage(page, '/cpanel');
  const tabs = within(await screen.findByRole('tablist', { name: label })).getAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(names);
  expect(tabs.map((tab) => tab.getAttribute('aria-selected') === 'true').indexOf(true)).toBe(0);
  vi.unstubAllGlobals();
});
