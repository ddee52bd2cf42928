import { feedbackEndpoints } from '@amasin/domain/feedback/endpoints.ts';
import type { Feedback } from '@amasin/domain/feedback/feedback.ts';
import { reportEndpoints } from '@amasin/domain/reports/endpoints.ts';
import type { Report } from '@amasin/domain/reports/report.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FeedbackFigures } from '../../feedback/FeedbackPanel.tsx';
import { ReportsPanel } from '../../reports/ReportsPanel.tsx';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { plain } from '../../testing/plain.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import { AfterDeliveryPanel } from './AfterDeliveryPanel.tsx';

const agent = aUser({ type: 'agent' });
const AT = '2026-11-20T10:00:00.000Z';
const order = { _id: '0198a000-0000-7000-8000-0000000000a1', number: 'CMD-000041' };

const complaint: Feedback = {
  _id: '0198a000-0000-7000-8000-0000000000c1',
  order,
  customer: { name: 'Afi Dossou', phone: '+2290197000001' },
  pharmacy: 'Pharmacie du Lac',
  deliveryPerson: 'Koffi',
  zone: 'Cotonou',
  wrongs: ['missing', 'late'],
  note: 'Il manque le sirop',
  answeredAt: AT,
  handled: null,
};

const report: Report = {
  _id: '0198a000-0000-7000-8000-0000000000d1',
  kind: 'reaction',
  state: 'new',
  createdAt: AT,
  order,
  customer: 'Afi Dossou',
  isUrgent: true,
  takenBy: null,
  phone: '+2290197000001',
  pharmacy: 'Pharmacie du Lac',
  deliveredAt: AT,
  medicines: [{ label: 'Amoxicilline 500 mg', quantity: 1 }],
  others: [],
  words: 'Des boutons',
  redFlags: ['swelling'],
  since: '2026-11-19',
  taker: 'self',
  ageMonths: null,
  stopped: true,
  fault: null,
  batch: null,
  photo: null,
  holder: null,
  facts: null,
  declared: null,
  closed: null,
};

function serveReports(first: Report) {
  const api = fakeApi();
  let known = first;
  const counts = { new: 1, taken: 0, declared: 0, closed: 0 };
  api.on(reportEndpoints.listReports, () => ({ reports: [known], total: 1, counts }));
  api.on(reportEndpoints.readReport, () => ({ report: known }));
  return { api, become: (next: Partial<Report>) => (known = { ...known, ...next }) };
}
const posts = (api: ReturnType<typeof fakeApi>) => api.sent.filter(({ method }) => method !== 'GET');

function showReports() {
  showPage(
    <SessionContext value={aSession(agent)}>
      <ReportsPanel />
    </SessionContext>,
    `/agent-dashboard?tab=signalements&signalement=${report._id}`,
  );
}

test('a supervisor notes what was done about an answer, and it leaves the list', async () => {
  const api = fakeApi();
  let rows: Feedback[] = [complaint];
  api.on(feedbackEndpoints.listFeedback, () => ({ feedback: rows, total: rows.length }));
  api.on(reportEndpoints.listReports, () => ({
    reports: [],
    total: 0,
    counts: { new: 0, taken: 0, declared: 0, closed: 0 },
  }));
  api.on(feedbackEndpoints.handleFeedback, () => {
    rows = [];
    return { feedback: complaint };
  });
  showPage(<AfterDeliveryPanel />, '/supervisor-dashboard?tab=apres');
  const card = within(await screen.findByRole('region', { name: 'Avis sur CMD-000041' }));
  expect(card.getByText('Un médicament manque · Elle est arrivée trop tard')).toBeDefined();
  expect(card.getByRole('link', { name: 'CMD-000041' }).getAttribute('href')).toContain(`order=${order._id}`);
  fireEvent.click(card.getByText('Noter comme traité'));
  fireEvent.change(card.getByLabelText(/^Note/), { target: { value: 'Rendu par MTN' } });
  fireEvent.click(card.getByRole('button', { name: 'Remboursé' }));
  expect(await screen.findByText('Aucun avis à traiter')).toBeDefined();
  expect(posts(api).map(({ body }) => body)).toEqual([
    {
      read: { wrongs: complaint.wrongs, note: complaint.note },
      outcome: 'refunded',
      note: 'Rendu par MTN',
    },
  ]);
});

test('figures of few answers are counts, those of many have a percentage', async () => {
  const api = fakeApi();
  const row = (name: string, wrong: number, answers: number) => ({ _id: name, name, wrong, answers });
  api.on(feedbackEndpoints.countFeedback, () => ({
    counts: {
      answers: 40,
      wrong: 4,
      pharmacies: [row('Pharmacie du Lac', 2, 9)],
      deliveryPersons: [row('Koffi', 2, 20)],
      zones: [],
    },
  }));
  showPage(<FeedbackFigures />, '/cpanel');
  expect(plain((await screen.findByText(/^Quelque chose/)).textContent)).toBe(
    'Quelque chose n’allait pas : 4 sur 40 (10 %).',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Par pharmacie, livreur et zone' }));
  expect(screen.getByText('2 sur 9')).toBeDefined();
  expect(plain(screen.getByText(/^2 sur 20/).textContent)).toBe('2 sur 20 (10 %)');
});

test('a pharmacist takes a report, whose red flags come first', async () => {
  const { api, become } = serveReports(report);
  api.on(reportEndpoints.takeReport, () => {
    become({ state: 'taken', holder: { _id: agent._id, name: agent.name }, takenBy: agent.name });
    return null;
  });
  showReports();
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Le visage, les lèvres ou la langue qui gonflent')).toBeDefined();
  expect(dialog.queryByText('Pour l’autorité')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Prendre ce signalement' }));
  expect(await dialog.findByText('Pour l’autorité')).toBeDefined();
  expect(posts(api).map(({ body }) => body)).toEqual([{ replaces: null }]);
  expect(dialog.getByText(/Pour la déclaration, notez encore : les initiales/)).toBeDefined();
});

const held = { ...report, state: 'taken', holder: { _id: agent._id, name: agent.name } } as const;

test('what the authority asks stays in the form after a refusal, then the declaration can be made', async () => {
  const { api, become } = serveReports(held);
  api.on(reportEndpoints.writeFacts, () => refuse('INVALID', { initials: '6 caractères maximum' }));
  showReports();
  const dialog = within(await screen.findByRole('dialog'));
  const set = (label: RegExp | string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  await dialog.findByText('Pour l’autorité');
  set(/^Initiales/, 'A.D.');
  set('Sexe', 'female');
  set('Âge en années', '34');
  set('Gravité', 'hospital');
  set('Évolution', 'recovering');
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  expect(await dialog.findByText('6 caractères maximum')).toBeDefined();
  expect((dialog.getByLabelText('Gravité') as HTMLSelectElement).value).toBe('hospital');
  api.on(reportEndpoints.writeFacts, ({ body }) => {
    become({ facts: body as NonNullable<Report['facts']> });
    return null;
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  expect(await dialog.findByRole('button', { name: 'Faire la déclaration (PDF)' })).toBeDefined();
  expect(posts(api).at(-1)?.body).toMatchObject({
    initials: 'A.D.',
    sex: 'female',
    age: 34,
    seriousness: 'hospital',
    outcome: 'recovering',
    dose: '',
  });
  api.on(reportEndpoints.noteDeclared, () => {
    become({ state: 'declared', declared: { day: '2026-11-20', receipt: null } });
    return null;
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Noter comme déclaré' }));
  await waitFor(() => expect(dialog.queryByText('Pour l’autorité')).toBeNull());
});

const whole = {
  initials: 'A.D.',
  sex: 'female',
  age: 34,
  weight: null,
  batch: null,
  dose: null,
  from: '2025-12-30',
  to: '2026-01-02',
  description: null,
  seriousness: 'hospital',
  outcome: 'recovering',
  otherMedicines: null,
  cause: null,
} as const;

test('a day of declaration that is refused says why beside it', async () => {
  const { api } = serveReports({ ...held, facts: whole });
  api.on(reportEndpoints.noteDeclared, () =>
    refuse('INVALID', { day: 'Cette date est avant le signalement' }),
  );
  showReports();
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(await dialog.findByRole('button', { name: 'Noter comme déclaré' }));
  expect(await dialog.findByText('Cette date est avant le signalement')).toBeDefined();
});

test('what was declared is shown whole, and its days with their years', async () => {
  const declared = { day: '2026-01-05', receipt: 'PV-12' };
  serveReports({ ...held, state: 'declared', facts: whole, declared });
  showReports();
  const dialog = within(await screen.findByRole('dialog'));
  const shown = async (name: string) => (await dialog.findByText(name)).nextSibling?.textContent;
  expect(await shown('Pris du')).toBe('30 décembre 2025');
  expect(await shown('au')).toBe('2 janvier 2026');
  expect(await shown('Depuis')).toBe('19 novembre 2026');
  expect(await shown('Déclaré le')).toBe('5 janvier 2026');
});
