import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { statementEndpoints } from '@amasin/domain/statements/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { serveOwnMoney } from '../../testing/own-money.ts';
import { aUser } from '../../testing/people.ts';
import { plain } from '../../testing/plain.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import PharmacyDashboard from './pharmacy-dashboard.tsx';

const PAGE = '/pharmacy-dashboard';

function SignedInPharmacy() {
  const [user, setUser] = useState<User>(() => aUser({ type: 'pharmacy', isPartner: true }));
  const session = aSession(user, { updateUser: setUser });
  return (
    <SessionContext value={session}>
      <PharmacyDashboard />
    </SessionContext>
  );
}

function serve() {
  const api = fakeApi();
  api.on(pharmacyEndpoints.listOnDuty, () => ({ pharmacies: [], total: 0, dutyList: null }));
  return api;
}

test('shows « En préparation », the revenue, and the medicines to prepare', async () => {
  const insuranceCard = {
    _id: '0198a000-0000-7000-8000-0000000000e1',
    label: null,
    taux: 70,
    url: 'k',
    verified: false,
  };
  const order = anOrder({ insuranceCard });
  const api = serve();
  api.on(orderEndpoints.listOrders, () => ({ ...aListOf(order), revenue: 46200 }));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  showPage(<SignedInPharmacy />, `${PAGE}?order=${order._id}`);
  await screen.findByRole('heading', { name: 'À préparer' });
  expect(screen.getAllByText('En préparation').length).toBeGreaterThan(0);
  expect(screen.queryByText('En attente')).toBeNull();
  await screen.findByText('46 200 F');
  await screen.findByText('70 %');
  expect(screen.getByText('Assurance à vérifier')).toBeTruthy();
});

test('what is given back is neither on the shelf list nor on the label', async () => {
  const { prescription } = anOrder();
  const [tablets] = prescription?.items ?? [];
  if (!prescription || !tablets) throw new Error('the order has no medicine');
  const gone = { medicationId: '0198a000-0000-7000-8000-0000000000b2', label: 'Sirop', givenBack: 2 };
  const items = [
    { ...tablets, quantity: 3, givenBack: 1 },
    { ...tablets, ...gone },
  ];
  const order = anOrder({ prescription: { ...prescription, items } });
  const api = serve();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  showPage(<SignedInPharmacy />, `${PAGE}?order=${order._id}`);
  await screen.findByText('0 sur 1 pris');
  expect(screen.getByText('Retiré : 1 × Paracétamol 500 mg, 2 × Sirop')).toBeTruthy();
  // In the row of the list and on the label.
  expect(screen.getAllByText('2 × Paracétamol 500 mg')).toHaveLength(2);
  expect(screen.queryByText('2 × Sirop')).toBeNull();
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
  const api = serve();
  const opened: unknown[] = [];
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  api.on(fileEndpoints.signFile, ({ body }) => {
    opened.push(body);
    return refuse('FILE_NOT_FOUND');
  });
  showPage(<SignedInPharmacy />, `${PAGE}?order=${order._id}`);
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

test('shows why loading failed, with a retry button', async () => {
  const api = serve();
  api.on(orderEndpoints.listOrders, () => refuse('INTERNAL'));
  showPage(<SignedInPharmacy />, PAGE);
  const retryButton = await screen.findByRole('button', { name: 'Réessayer' });
  expect(screen.getByRole('alert').textContent).toContain('Service momentanément indisponible');
  api.on(orderEndpoints.listOrders, () => aListOf());
  fireEvent.click(retryButton);
  await screen.findByRole('heading', { name: 'Rien à préparer pour l’instant' });
});

test('« De garde » is a switch; it is unchanged when the request is refused', async () => {
  const api = serve();
  api.on(pharmacyEndpoints.switchDuty, () => refuse('INTERNAL'));
  showPage(<SignedInPharmacy />, `${PAGE}?tab=duty`);
  const isOn = () => screen.getByRole<HTMLInputElement>('switch', { name: 'De garde' }).checked;
  await screen.findByText('Ouverte cette nuit ? Dites-le aux visiteurs.');
  fireEvent.click(screen.getByRole('switch', { name: 'De garde' }));
  await screen.findByText(/^Service momentanément indisponible/);
  await waitFor(() => expect(isOn()).toBe(false));

  const { _id, name } = aUser();
  api.on(pharmacyEndpoints.switchDuty, ({ path, body }) => {
    expect([path, body]).toEqual([`/api/pharmacies/${_id}/on-duty`, { onDuty: true }]);
    const facts = { distance: null, location: null, address: null, phone: null, hours: null };
    return { pharmacy: { _id, accountId: _id, name, onDuty: true, isPartner: true, ...facts } };
  });
  fireEvent.click(screen.getByRole('switch', { name: 'De garde' }));
  await screen.findByText('Statut mis à jour');
  await screen.findByText(/^Les visiteurs vous voient de garde/);
  expect(isOn()).toBe(true);
});

test('each medicine is ticked on this device, and « Prête » is told to the courier', async () => {
  const deliveryPerson = { _id: '0198a000-0000-7000-8000-0000000000e2', name: 'Codjo Ahouansou' };
  let order = anOrder({ deliveryPerson, allowedActions: ['mark-ready'] });
  const api = serve();
  api.on(orderEndpoints.listOrders, () => ({ ...aListOf(order), toPrepare: order.readyAt === null ? 1 : 0 }));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  api.on(orderEndpoints.markReady, ({ body }) => {
    const { ready } = body as { ready: boolean };
    order = {
      ...order,
      readyAt: ready ? '2026-11-20T13:05:00.000Z' : null,
      allowedActions: [ready ? 'mark-not-ready' : 'mark-ready'],
    };
    return { order };
  });
  showPage(<SignedInPharmacy />, `${PAGE}?order=${order._id}`);
  const tick = () => screen.findByRole('checkbox', { name: /Paracétamol 500 mg/ });
  fireEvent.click(await tick());
  await screen.findByText('1 sur 1 pris');
  cleanup();
  showPage(<SignedInPharmacy />, `${PAGE}?order=${order._id}`);
  expect(((await tick()) as HTMLInputElement).checked).toBe(true);

  fireEvent.click(screen.getByRole('button', { name: 'Prête' }));
  const notice = await screen.findByText('Codjo Ahouansou est prévenu.');
  expect(plain(notice.parentElement?.textContent ?? '')).toContain('Prête depuis 14 h 05');
  // Nothing is left to pick.
  expect(screen.queryByRole('checkbox', { name: /Paracétamol 500 mg/ })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'À préparer' })).toBeNull();
  await screen.findByRole('heading', { name: 'Médicaments' });
  await screen.findByRole('link', { name: /À préparer/ });
  fireEvent.click(screen.getByRole('button', { name: 'Pas encore prête' }));
  await screen.findByRole('button', { name: 'Prête' });
  expect(((await tick()) as HTMLInputElement).checked).toBe(false);
});

test('the printed label has the number, the first name and the medicines, without prices', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const order = anOrder({ allowedActions: ['mark-ready'] });
  const api = serve();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  showPage(<SignedInPharmacy />, `${PAGE}?order=${order._id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Imprimer l’étiquette' }));
  expect(print).toHaveBeenCalledOnce();
  const label = document.body.querySelector(':scope > [aria-hidden]');
  expect(label?.textContent).toBe(`${order.number}Afi2 × Paracétamol 500 mg`);
});

test('an order given to another pharmacy says to whom and why, when it is opened and when it is acted on', async () => {
  const order = anOrder({ allowedActions: ['mark-ready'] });
  const reassigned = () =>
    refuse('REASSIGNED', undefined, undefined, { name: 'Pharmacie Camp Guézo', reason: ' (pas de réponse)' });
  const text = 'Cette commande est maintenant confiée à Pharmacie Camp Guézo (pas de réponse).';
  const api = serve();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  api.on(orderEndpoints.markReady, () => {
    api.on(orderEndpoints.listOrders, () => aListOf());
    api.on(orderEndpoints.readOrder, reassigned);
    return reassigned();
  });
  showPage(<SignedInPharmacy />, `${PAGE}?order=${order._id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Prête' }));
  await screen.findByRole('heading', { name: 'Commande reprise' });
  // In its place, and in the message of what was pressed.
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
  cleanup();
  showPage(<SignedInPharmacy />, `${PAGE}?order=${order._id}`);
  await screen.findByText(text);
});

test('an order that is cancelled while it is open says so instead of what there was to prepare', async () => {
  const order = anOrder({ allowedActions: ['mark-ready'] });
  const api = serve();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  api.on(orderEndpoints.markReady, () => {
    api.on(orderEndpoints.listOrders, () => aListOf());
    api.on(orderEndpoints.readOrder, () => refuse('STATE_CHANGED'));
    return refuse('STATE_CHANGED');
  });
  showPage(<SignedInPharmacy />, `${PAGE}?order=${order._id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Prête' }));
  await screen.findByRole('heading', { name: 'Commande annulée' });
  expect(screen.getByText('Elle ne vous est plus confiée.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Prête' })).toBeNull();
});

test('« Connexion » has the password, the devices and the second step: a pharmacy has no profile', async () => {
  const api = serve();
  const device = 'Chrome sur Windows';
  const dates = { createdAt: '2026-11-20T10:00:00.000Z', lastSeenAt: '2026-11-20T10:05:00.000Z' };
  const here = { _id: '0198a000-0000-7000-8000-0000000000a1', device, current: true, ...dates };
  api.on(sessionEndpoints.listSessions, () => ({ sessions: [here] }));
  api.on(sessionEndpoints.changePassword, () => null);
  api.on(sessionEndpoints.startSecondFactor, () => refuse('WRONG_PASSWORD'));
  const router = showPage(<SignedInPharmacy />, `${PAGE}?tab=connexion`);
  await screen.findByRole('heading', { level: 1, name: 'Connexion' });
  const opened = async (button: string, title = button) => {
    fireEvent.click(await screen.findByRole('button', { name: button }));
    return within(await screen.findByRole('dialog', { name: title }));
  };
  // Closed, each dialog leaves its panel in place.
  const closed = async () => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toBe('?tab=connexion');
  };

  const password = await opened('Changer mon mot de passe');
  const type = async (dialog: typeof password, name: string, value: string) =>
    fireEvent.change(await dialog.findByLabelText(name), { target: { value } });
  await type(password, 'Mot de passe actuel', 'ancien');
  await type(password, 'Nouveau mot de passe', 'nouveau');
  await type(password, 'Confirmer le nouveau mot de passe', 'nouveau');
  fireEvent.click(password.getByRole('button', { name: 'Changer le mot de passe' }));
  await closed();
  expect(api.sent.at(-1)?.body).toEqual({ currentPassword: 'ancien', password: 'nouveau' });

  const devices = await opened('Mes appareils');
  await devices.findByText(device);
  fireEvent.click(devices.getByRole('button', { name: 'Fermer' }));
  await closed();

  const secondStep = await opened('Activer', 'Connexion en deux étapes');
  await type(secondStep, 'Mot de passe actuel', 'faux');
  fireEvent.click(secondStep.getByRole('button', { name: 'Continuer' }));
  await secondStep.findByText('Mot de passe actuel incorrect');
});

test('« Connexion » and « Relevés » take the place of each other', async () => {
  const { _id, name } = aUser();
  const holder = { _id, name, type: 'pharmacy' } as const;
  const api = serve();
  api.on(statementEndpoints.listStatements, () => ({ holder, months: [] }));
  serveOwnMoney(api);
  const router = showPage(<SignedInPharmacy />, `${PAGE}?tab=releves`);
  await screen.findByText('Pas encore de relevé');
  await router.navigate(`${PAGE}?tab=connexion`);
  await screen.findByRole('heading', { level: 2, name: 'Ma connexion' });
  await router.navigate(`${PAGE}?tab=releves`);
  await screen.findByText('Pas encore de relevé');
});
