import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '../../testing/fake-api.ts';
import AgentDashboard from './agent-dashboard.tsx';
import {
  agent,
  button,
  card,
  found,
  quantityOf,
  read,
  serve,
  showTo,
  unread,
} from './digitizing.fixture.tsx';

const PAGE = '/agent-dashboard';
const open = (order: Order) => showTo(agent, <AgentDashboard />, `${PAGE}?order=${order._id}`);

test('shows the prescription of a code and its author, then attaches it', async () => {
  const { api, stored } = serve(unread());
  open(unread());
  fireEvent.click(await screen.findByRole('radio', { name: 'J’ai un code' }));
  fireEvent.click(await button('Chercher'));
  await screen.findByText('Numéro requis');
  const number = screen.getByLabelText('Numéro d’ordonnance');
  fireEvent.change(number, { target: { value: '8765' } });
  fireEvent.keyDown(number, { key: 'Enter' });
  await screen.findByText("Veuillez entrer un numéro d'ordonnance valide");
  fireEvent.change(number, { target: { value: 'ord 87654321' } });
  api.on(prescriptionEndpoints.searchPrescription, () => refuse('NO_PRESCRIPTION'));
  fireEvent.keyDown(number, { key: 'Enter' });
  await screen.findByText('Aucune ordonnance trouvée');
  api.on(prescriptionEndpoints.searchPrescription, ({ path }) => {
    expect(path).toBe('/api/prescriptions/search/ORD-87654321');
    return { prescription: found() };
  });
  fireEvent.click(await button('Chercher'));
  const region = await screen.findByRole('region', { name: 'Ordonnance ORD-87654321' });
  expect(region.textContent).toMatch(/Afi Dossou.*Aïcha Kora.*Prescripteur non vérifié.*1 × Zinc 20 mg/);
  api.on(orderEndpoints.changeOrder, ({ body }) => {
    expect(body).toEqual({ prescription: { prescriptionNumber: 'ORD-87654321' } });
    stored.orders = [read()];
    return { order: read() };
  });
  fireEvent.click(await button('Joindre à la commande'));
  await screen.findByText('Ordonnance enregistrée');
  expect(await quantityOf()).toBeTruthy();
});

test('the card can be confirmed, the confirmation undone, and the card viewed', async () => {
  const order = (verified: boolean) =>
    unread({
      insuranceCard: { ...card, verified },
      allowedActions: ['write-prescription', 'check-insurance'],
    });
  const { api, stored } = serve(order(false));
  open(order(false));
  const tick = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Carte vérifiée' });
  expect(screen.getByRole('group', { name: 'Assurance' }).textContent).toMatch(/NSIA, 70\s%.*à vérifier/);
  api.on(orderEndpoints.checkInsurance, ({ body }) => {
    stored.orders = [order((body as { verified: boolean }).verified)];
    return { order: stored.orders[0] ?? order(false) };
  });
  fireEvent.click(tick);
  await screen.findByText('Assurance vérifiée');
  await waitFor(() =>
    expect(api.sent.some(({ body }) => JSON.stringify(body) === '{"verified":true}')).toBe(true),
  );
  await screen.findByText('Statut mis à jour');
  fireEvent.click(tick);
  await screen.findByText('Assurance à vérifier');
  fireEvent.click(await button('Voir la carte'));
  await screen.findByRole('dialog', { name: 'Carte d’assurance' });
});
