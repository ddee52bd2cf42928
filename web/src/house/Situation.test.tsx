import type { ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import { houseEndpoints } from '@amasin/domain/house/endpoints.ts';
import { repeatedJobNames } from '@amasin/domain/house/jobs.ts';
import type { Situation } from '@amasin/domain/house/situation.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { SituationPanel } from './Situation.tsx';

const at = '2020-01-01T02:00:00.000Z';
const well: Situation = {
  version: '1.0.0',
  commit: 'abcdef0123456789',
  schema: '0004_personal',
  startedAt: at,
  clockAheadMs: 12,
  moneyWaitsSince: null,
  isStoreAdopted: true,
  backup: { finishedAt: at, bytes: 12_300_000 },
  backupCheck: { at, isWhole: true, isRestored: true },
  jobs: repeatedJobNames.map((name) => ({ name, endedAt: at, hasFailed: false, isLate: false, nextAt: at })),
  payments: ['FedaPay'],
  answers: [{ host: 'api.fedapay.com', status: 200, at }],
};
type Books = ResponseBody<typeof houseEndpoints.reconcileBooks>['books'];

function show(change: Partial<Situation> = {}, books: Books = []) {
  const api = fakeApi();
  const held = { ...well, ...change };
  api.on(houseEndpoints.readSituation, () => held);
  api.on(houseEndpoints.reconcileBooks, () => ({ books }));
  api.on(houseEndpoints.resumeMoney, () => {
    held.moneyWaitsSince = null;
    return { resumed: true };
  });
  showPage(<SituationPanel />, '/cpanel?tab=etat');
  return { api, posts: () => api.sent.filter(({ method }) => method === 'POST') };
}
const part = async (name: string) => {
  const region = await screen.findByRole('region', { name });
  return plain(region.textContent);
};

test('says version, schema, jobs, providers and the age of the last backup', async () => {
  show();
  expect(await part('Version')).toContain('Amasin1.0.0, abcdef01Schéma de la base0004_personal');
  expect(await part('Version')).toContain('HorlogeCelle de la base');
  expect(await part('Sauvegarde')).toMatch(/Plus d’un jour.*13 Mo.*Réussie.*Restaurée à côté/);
  expect(await part('Travaux')).toContain('Suivi des paiementsFait');
  expect(await part('Prestataires')).toMatch(/FedaPay.*api\.fedapay\.comRéponse 200/);
  expect(screen.queryByRole('button', { name: 'Laisser repartir…' })).toBeNull();
});

test('says what is wrong: clock, job, provider, backup, store', async () => {
  show({
    clockAheadMs: -300_000,
    isStoreAdopted: false,
    backup: null,
    backupCheck: { at, isWhole: false, isRestored: false },
    jobs: [
      { name: 'sweep', endedAt: at, hasFailed: true, isLate: true, nextAt: at },
      { name: 'keep', endedAt: null, hasFailed: false, isLate: true, nextAt: at },
    ],
    answers: [{ host: 'sms.exemple.bj', status: null, at }],
  });
  await screen.findByText(/retarde de 5\sminutes|retarde de 5\smin/);
  await screen.findByText(/npm run amasin -- files\s+adopt/);
  expect(await part('Sauvegarde')).toMatch(/Aucune n’est connue ici.*Échouée.*Relue/);
  expect(await part('Travaux')).toMatch(/Ménage de la nuitÉchec.*En retardPas encore vu/);
  expect(await part('Prestataires')).toContain('sms.exemple.bjSans réponse');
});

test('lists the differences with each provider since a day', async () => {
  const one = {
    ...({ finding: 'only-theirs', kind: 'payment', amount: 4_825, ourAmount: null } as const),
    ...{ at, id: '1000', ours: 'TX-1' },
  };
  const { api } = show({}, [
    { provider: 'FedaPay', state: 'compared', differences: [one] },
    { provider: 'KKiaPay', state: 'unlisted', differences: [] },
    { provider: 'Portail', state: 'silent', differences: [] },
  ]);
  fireEvent.change(await screen.findByLabelText('Depuis le'), { target: { value: '2026-11-01' } });
  fireEvent.click(screen.getByRole('button', { name: 'Comparer' }));
  const list = await screen.findByRole('list', { name: 'Comparaison' });
  const text = plain(list.textContent);
  expect(text).toContain('1 différence :chez le prestataire seulement : paiement de 4 825 F, référence 1000');
  expect(text).toContain('KKiaPayNe donne pas la liste');
  expect(text).toContain('PortailNe répond pas comme prévu');
  expect(api.sent.at(-1)?.query).toEqual({ since: '2026-11-01' });
});

test('lets money go out again once it is confirmed', async () => {
  const { posts } = show({ moneyWaitsSince: at });
  fireEvent.click(await screen.findByRole('button', { name: 'Laisser repartir…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Laisser repartir l’argent et les messages ?' });
  expect(posts()).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Laisser repartir' }));
  await screen.findByText('Rien n’est retenu');
  expect(posts()).toHaveLength(1);
});

test('an error can be retried', async () => {
  const api = fakeApi();
  api.on(houseEndpoints.readSituation, () => refuse('INTERNAL'));
  showPage(<SituationPanel />, '/cpanel?tab=etat');
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(houseEndpoints.readSituation, () => well);
  fireEvent.click(retry);
  await screen.findByRole('region', { name: 'Version' });
});
