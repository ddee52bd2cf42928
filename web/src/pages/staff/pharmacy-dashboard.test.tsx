import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { showPage } from '../../testing/show-page.tsx';
import PharmacyDashboard from './pharmacy-dashboard.tsx';

const PAGE = '/pharmacy-dashboard';

test('says « En préparation », the revenue, and what to take from the shelf', async () => {
  const insuranceCard = {
    _id: '0198a000-0000-7000-8000-0000000000e1',
    label: null,
    taux: 70,
    url: 'k',
    verified: false,
  };
  const order = anOrder({ insuranceCard });
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => ({ ...aListOf(order), revenue: 46200 }));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  showPage(<PharmacyDashboard />, `${PAGE}?order=${order._id}`);
  await screen.findByRole('heading', { name: 'À préparer' });
  expect(screen.getAllByText('En préparation').length).toBeGreaterThan(0);
  expect(screen.queryByText('En attente')).toBeNull();
  await screen.findByText('46 200 F');
  await screen.findByText('70 %');
  expect(screen.getByText('Assurance à vérifier')).toBeTruthy();
});

test('the card and the prescription open in the viewer', async () => {
  const insuranceCard = {
    _id: '0198a000-0000-7000-8000-0000000000e1',
    label: 'NSIA',
    taux: 70,
    url: 'carte',
    verified: true,
  };
  const order = anOrder({ insuranceCard, prescriptionUrl: 'photo' });
  const api = fakeApi();
  const opened: unknown[] = [];
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  api.on(fileEndpoints.signFile, ({ body }) => {
    opened.push(body);
    return refuse('FILE_NOT_FOUND');
  });
  showPage(<PharmacyDashboard />, `${PAGE}?order=${order._id}`);
  await screen.findByText('NSIA, 70 %');
  expect(screen.queryByText('Assurance à vérifier')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Voir la carte' }));
  await screen.findByRole('dialog', { name: 'Carte d’assurance' });
  await screen.findByText('Fichier inaccessible');
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Ordonnance physique' }));
  await screen.findByRole('dialog', { name: 'Ordonnance' });
  await waitFor(() => expect(opened).toEqual([{ key: 'carte' }, { key: 'photo' }]));
});

test('a failed load says why, and tries again', async () => {
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => refuse('INTERNAL'));
  showPage(<PharmacyDashboard />, PAGE);
  const again = await screen.findByRole('button', { name: 'Réessayer' });
  expect(screen.getByRole('alert').textContent).toContain('Service momentanément indisponible');
  api.on(orderEndpoints.listOrders, () => aListOf());
  fireEvent.click(again);
  await screen.findByRole('heading', { name: 'Aucune commande pour l’instant' });
});
