import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listsOf } from '../../consultations/doctor/doctor.fixture.tsx';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { fakeObjectUrls } from '../../testing/fake-object-urls.ts';
import { aUser } from '../../testing/people.ts';
import { plain } from '../../testing/plain.ts';
import { aPrescription, prescriptionsOf } from '../../testing/prescriptions.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import DoctorDashboard from './doctor-dashboard.tsx';

const PAGE = '/doctor-dashboard';
const doctor = aUser({ type: 'partnerDoctor', name: 'Aïcha Kora', titrePartenaire: 'sage femme' });
const used = aPrescription({
  _id: '0198a000-0000-7000-8000-0000000000f2',
  prescriptionNumber: 'ORD-87654321',
  patientName: 'Codjo Ahouansou',
  used: true,
});

beforeEach(() => {
  window.scrollTo = () => {};
});

type Setting = {
  url?: string;
  user?: typeof doctor;
  /** Overrides handlers before the page is rendered. */
  prepare?: (api: ReturnType<typeof fakeApi>) => void;
};

function setUp(prescriptions: Prescription[], { url = PAGE, user = doctor, prepare }: Setting = {}) {
  const api = fakeApi();
  api.on(prescriptionEndpoints.listMyPrescriptions, ({ query }) => {
    const found = prescriptions.filter(
      (one) =>
        (query.used === undefined || String(one.used) === query.used) &&
        `${one.patientName} ${one.prescriptionNumber}`.includes(query.q ?? ''),
    );
    return { ...prescriptionsOf(...prescriptions), prescriptions: found, total: found.length };
  });
  api.on(consultationEndpoints.listDoctorChats, () => listsOf());
  api.on(benefitEndpoints.readPartnerBenefits, () => ({ total: 900, totalPaid: 400, pending: 500, held: 0 }));
  prepare?.(api);
  const session = aSession(user);
  const router = showPage(
    <SessionContext value={session}>
      <DoctorDashboard />
    </SessionContext>,
    url,
  );
  return { api, router };
}

const row = (number: string) => screen.findByRole('link', { name: number });
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => fireEvent.click(await button(name));
const dialog = (name?: string) => screen.findByRole('dialog', name === undefined ? {} : { name });
describe('the list', () => {
  test('shows the prescriber, the counts and the used prescriptions', async () => {
    setUp([aPrescription(), used]);
    await screen.findByRole('heading', { level: 1, name: 'Mes ordonnances, Sage-femme Aïcha Kora' });
    await screen.findByRole('link', { name: 'ORD-12345678' });
    const uses = within(screen.getByRole('navigation', { name: 'Filtrer les ordonnances' }));
    expect(uses.getAllByRole('link').map((one) => one.textContent?.trim())).toEqual([
      'Toutes',
      'Utilisées',
      'En attente',
    ]);
    const rows = within(screen.getByRole('list', { name: 'Mes ordonnances' })).getAllByRole('listitem');
    expect(plain(rows[0]?.textContent ?? '')).toMatch(/^ORD-12345678Afi Kpadé.*En attenteTotal 1 000 F$/);
    expect(rows[1]?.textContent).toContain('Utilisée');
    expect(screen.queryByText(/pas encore vérifié/)).toBeNull();
    screen.getByText('Sage-femme Aïcha Kora');
    screen.getByText('Mes ordonnances (2)');
    const figures = await screen.findAllByRole('definition');
    await waitFor(() =>
      expect(figures.map((one) => plain(one.parentElement?.textContent ?? ''))).toEqual([
        'Créées2',
        'Utilisées1',
        'En attente1',
        'Total gain900 F',
        'Total Paiement reçu400 F',
        'Paiement en attente500 F',
      ]),
    );
  });

  test('shows that a prescriber’s account is not verified, and what already works', async () => {
    setUp([], { user: { ...doctor, verified: false } });
    await screen.findByText('Votre compte n’est pas encore vérifié');
    screen.getByText(/Vos ordonnances servent dès maintenant/);
  });

  test('is filtered by use and by patient, in the URL; all filters are cleared at once', async () => {
    const { api, router } = setUp([aPrescription(), used]);
    await row('ORD-12345678');
    fireEvent.click(screen.getByRole('link', { name: 'Utilisées' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'ORD-12345678' })).toBeNull());
    expect(router.state.location.search).toBe('?used=true');
    fireEvent.keyDown(document.body, { key: '/' });
    const search = screen.getByLabelText('Patient ou téléphone');
    expect(document.activeElement).toBe(search);
    fireEvent.change(search, { target: { value: 'Kpadé' } });
    await screen.findByText('Aucune ordonnance ne correspond');
    expect(api.sent.at(-1)?.query).toMatchObject({ q: 'Kpadé', used: 'true' });
    // All prescriptions are still counted.
    expect(screen.getByText('Créées').parentElement?.textContent).toBe('Créées2');
    fireEvent.click(screen.getAllByRole('button', { name: 'Tout effacer' })[0] as HTMLElement);
    await row('ORD-12345678');
    expect(router.state.location.search).toBe('');
  });

  test('shows what to do when it is empty', async () => {
    setUp([]);
    await screen.findByText('Vous n’avez pas encore d’ordonnance');
    await waitFor(() => expect(screen.getByText('Créées').parentElement?.textContent).toBe('Créées0'));
    fireEvent.click(screen.getAllByRole('button', { name: 'Nouvelle ordonnance' })[1] as HTMLElement);
    await dialog('Nouvelle ordonnance');
  });

  test('shows why it could not be loaded, with a retry button', async () => {
    const { api } = setUp([], {
      prepare: (it) => it.on(prescriptionEndpoints.listMyPrescriptions, () => refuse('INTERNAL')),
    });
    await screen.findByText(/Service momentanément indisponible/);
    api.on(prescriptionEndpoints.listMyPrescriptions, () => prescriptionsOf(aPrescription()));
    await press('Réessayer');
    await row('ORD-12345678');
  });

  test.each([
    [60, 'Voir plus (10\u00a0autres)'],
    [51, 'Voir plus (1\u00a0autre)'],
  ])('loads the second page of %i prescriptions', async (length, more) => {
    const all = Array.from({ length }, (_, index) =>
      aPrescription({
        _id: `0198a000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
        prescriptionNumber: `ORD-000000${String(index).padStart(2, '0')}`,
      }),
    );
    setUp([], {
      prepare: (it) =>
        it.on(prescriptionEndpoints.listMyPrescriptions, ({ query }) => {
          const from = (Number(query.page) - 1) * 50;
          return { ...prescriptionsOf(...all), prescriptions: all.slice(from, from + 50) };
        }),
    });
    await press(more);
    await row(`ORD-000000${length - 1}`);
  });
});

describe('an open prescription', () => {
  test('shows people, medicines, total, and the number for the patient', async () => {
    const { router } = setUp([aPrescription(), used]);
    fireEvent.click(await row('ORD-12345678'));
    const opened = within(await dialog('Ordonnance ORD-12345678'));
    await opened.findByText('Aïcha Kora');
    opened.getByRole('link', { name: /Appeler Afi Kpadé/ });
    expect(plain(opened.getByRole('list', { name: 'Médicaments' }).textContent)).toBe(
      'Paracétamol 500 mg2 × 500 F1 000 F',
    );
    opened.getByRole('img', { name: 'Code QR de l’ordonnance ORD-12345678' });
    await opened.findByRole('button', { name: 'Voir le fichier ordonnancé' });
    expect(router.state.location.search).toBe('?prescription=ORD-12345678');
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('has no actions once it is used', async () => {
    setUp([used], { url: `${PAGE}?prescription=ORD-87654321` });
    const opened = within(await dialog());
    await opened.findByText('Codjo Ahouansou');
    opened.getByRole('button', { name: 'Imprimer' });
    for (const name of ['Copier', 'Modifier', 'Supprimer'])
      expect(opened.queryByRole('button', { name })).toBeNull();
  });

  test('shows an empty state when it does not exist', async () => {
    setUp([], { url: `${PAGE}?prescription=ORD-00000000` });
    await screen.findByText('Ordonnance introuvable');
    await press('Voir toutes mes ordonnances');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('copies and shares its number', async () => {
    const writeText = vi.fn(async () => {});
    const share = vi.fn(async () => {});
    vi.stubGlobal('navigator', Object.assign(navigator, { clipboard: { writeText }, share }));
    setUp([aPrescription()], { url: `${PAGE}?prescription=ORD-12345678` });
    await press('Copier');
    await screen.findByText('Numéro copié');
    expect(writeText).toHaveBeenCalledWith('ORD-12345678');
    await press('Partager');
    expect(share).toHaveBeenCalledWith(
      expect.objectContaining({ text: expect.stringContaining('ORD-12345678') }),
    );
    Reflect.deleteProperty(navigator, 'clipboard');
    await press('Copier');
    await screen.findByText(/La copie n’est pas possible ici/);
    Reflect.deleteProperty(navigator, 'share');
  });

  test('is downloaded as a PDF for printing, through a signed link', async () => {
    const { api } = setUp([aPrescription()], { url: `${PAGE}?prescription=ORD-12345678` });
    const inUse = fakeObjectUrls();
    api.on(prescriptionEndpoints.printPrescription, () => ({ url: '/api/files/a-token' }));
    api.on(fileEndpoints.openFile, () => new Response('%PDF-1.7'));
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await press('Imprimer');
    await screen.findByText('Prêt à imprimer : ORD-12345678.pdf');
    expect(click.mock.contexts[0]).toMatchObject({ download: 'ORD-12345678.pdf' });
    expect(inUse.size).toBe(1);
    api.on(fileEndpoints.openFile, () => refuse('LINK_EXPIRED'));
    await press('Imprimer');
    await screen.findByText('Ce lien a expiré. Rouvrez le fichier.');
  });

  test('is deleted after a confirmation that shows its number', async () => {
    const prescriptions = [aPrescription(), used];
    const { api, router } = setUp(prescriptions);
    fireEvent.click(await row('ORD-12345678'));
    await press('Supprimer');
    const question = within(await dialog('Supprimer cette ordonnance ?'));
    question.getByText('ORD-12345678 · Afi Kpadé');
    api.on(prescriptionEndpoints.deletePrescription, () => refuse('PRESCRIPTION_ATTACHED'));
    fireEvent.click(question.getByRole('button', { name: 'Supprimer' }));
    await screen.findByText('Cette ordonnance est jointe à une commande');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /\?$/ })).toBeNull());

    api.on(prescriptionEndpoints.deletePrescription, () => {
      prescriptions.shift();
      return null;
    });
    await press('Supprimer');
    fireEvent.click(
      within(await dialog('Supprimer cette ordonnance ?')).getByRole('button', { name: 'Supprimer' }),
    );
    await screen.findByText('Ordonnance supprimée');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.queryByRole('link', { name: 'ORD-12345678' })).toBeNull());
    expect(router.state.location.search).toBe('');
  });
});
