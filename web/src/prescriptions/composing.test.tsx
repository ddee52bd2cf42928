import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { newPrescription } from '@amasin/domain/prescriptions/prescription.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { readStored } from '../lib/stored.ts';
import { networkError, refuse } from '../testing/fake-api.ts';
import { chooseFile } from '../testing/fake-uploads.ts';
import { aUser } from '../testing/people.ts';
import { plain } from '../testing/plain.ts';
import { aPrescription, prescriptionsOf } from '../testing/prescriptions.ts';
import { showPage } from '../testing/show-page.tsx';
import { EditPrescription } from './ComposingDialog.tsx';
import { button, field, medicine, PAGE, press, setUp, type } from './composing.fixture.tsx';
import { bodyOf, checkPrescriptionDraft, emptyPrescription } from './draft.ts';

describe('a new prescription', () => {
  const body = {
    type: 'numerical',
    patientName: 'Afi Kpadé',
    patientPhone: '01 97 11 11 11',
    url: 'file-1',
    items: [{ medicationId: medicine._id, label: medicine.label, quantity: 1, price: 500 }],
    prescriptionNumber: expect.stringMatching(/^ORD-\d{8}$/),
  };
  const created = aPrescription({ url: 'file-1' });

  test('shows what is missing, with the server’s messages, and focuses the first field', async () => {
    const { sentChanges } = setUp(`${PAGE}?write=new`);
    // Folded in one line.
    expect((await screen.findByText('Prescripteur : Aïcha Kora')).closest('details')?.open).toBe(false);
    expect((await field('Nom du prescripteur')).value).toBe('Aïcha Kora');
    expect((await field('Téléphone du prescripteur')).readOnly).toBe(true);
    await press('Créer');
    for (const message of [
      'Nom du patient requis',
      'Téléphone du patient requis',
      'Veuillez joindre un fichier',
      'Ajouter au moins un médicament',
    ])
      await screen.findByText(message);
    await waitFor(async () => expect(document.activeElement).toBe(await field('Téléphone du patient')));
    await type('Nom du patient', 'Afi');
    expect(screen.queryByText('Nom du patient requis')).toBeNull();
    await type('Téléphone du patient', '12');
    fireEvent.blur(await field('Téléphone du patient'));
    await screen.findByText('Format de téléphone invalide');
    expect(sentChanges()).toEqual([]);

    const parsed = newPrescription.safeParse(bodyOf(emptyPrescription));
    const { url: _, ...ours } = checkPrescriptionDraft(emptyPrescription);
    expect(Object.values(ours)).toEqual(parsed.error?.issues.map(({ message }) => message));
  });

  test('says at once which signs of a name are not printed', async () => {
    setUp(`${PAGE}?write=new`);
    await type('Nom du patient', 'Wang 王小明');
    await screen.findByText('« 王小明 » ne s’imprime pas : écrivez aussi le nom en lettres latines.');
    await type('Nom du patient', 'Wang Xiaoming');
    expect(screen.queryByText(/ne s’imprime pas/)).toBeNull();
  });

  test('is created, and its number replaces the form; the stored draft is deleted', async () => {
    const { api, router, sentChanges, fillIn } = setUp(`${PAGE}?write=new`, [created]);
    api.on(prescriptionEndpoints.createPrescription, () => ({ prescription: created }));
    await fillIn();
    await press('Créer');
    await screen.findByText('Ordonnance créée');
    const opened = within(await screen.findByRole('dialog', { name: 'Ordonnance ORD-12345678' }));
    await opened.findByText('ORD-12345678', { selector: 'strong' });
    expect(router.state.location.search).toBe('?prescription=ORD-12345678');
    expect(sentChanges().map((sent) => sent.body)).toEqual([body]);
    expect(sentChanges()[0]?.headers.get('idempotency-key')).toMatch(/^ORD-\d{8}/);
    expect(Object.keys(localStorage).filter((key) => key.includes('prescription'))).toEqual([]);
  });

  test('Ctrl + Enter sends it from any field', async () => {
    const { api, sentChanges, fillIn } = setUp(`${PAGE}?write=new`);
    api.on(prescriptionEndpoints.createPrescription, () => ({ prescription: created }));
    await fillIn();
    const duration = await field(`Durée : ${medicine.label}`);
    fireEvent.keyDown(duration, { key: 'Enter', code: 'Enter' });
    expect(sentChanges()).toEqual([]);
    fireEvent.keyDown(duration, { key: 'Enter', code: 'Enter', ctrlKey: true });
    await screen.findByText('Ordonnance créée');
    expect(sentChanges()).toHaveLength(1);
  });

  test('creates one prescription after a failed request, a change and a reload', async () => {
    const { api, sentChanges, show, router, fillIn } = setUp(`${PAGE}?write=new`);
    api.on(prescriptionEndpoints.createPrescription, () => networkError);
    await fillIn();
    await press('Créer');
    await screen.findByText('Erreur création ordonnance. Vérifiez votre réseau, puis réessayez.');
    router.dispose();
    document.body.innerHTML = '';

    show(`${PAGE}?write=new`);
    await screen.findByText('Nous avons gardé votre saisie');
    expect((await field('Nom du patient')).value).toBe('Afi Kpadé');
    await screen.findByText('Fichier joint');
    await type('Nom du patient', 'Afi Kpadé-Dossou');
    api.on(prescriptionEndpoints.createPrescription, () => ({ prescription: created }));
    api.on(prescriptionEndpoints.updatePrescription, () => ({ prescription: created }));
    await press('Créer');
    await screen.findByText('Ordonnance créée');
    const [first, second, change] = sentChanges();
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect(change).toMatchObject({
      method: 'PUT',
      path: `/api/prescriptions/${created._id}`,
      body: { patientName: 'Afi Kpadé-Dossou' },
    });
  });

  test('creates another prescription for another file after a failed request', async () => {
    const { api, sentChanges, fillIn, attach } = setUp(`${PAGE}?write=new`);
    api.on(prescriptionEndpoints.createPrescription, () => networkError);
    await fillIn();
    await press('Créer');
    await screen.findByText('Erreur création ordonnance. Vérifiez votre réseau, puis réessayez.');
    await attach('file-2');
    api.on(prescriptionEndpoints.createPrescription, () => ({
      prescription: aPrescription({ url: 'file-2' }),
    }));
    await press('Créer');
    await screen.findByText('Ordonnance créée');
    const keys = sentChanges().map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  test('uses another client number when an older prescription has it', async () => {
    const { api, sentChanges, fillIn } = setUp(`${PAGE}?write=new`);
    api.on(prescriptionEndpoints.createPrescription, () => {
      // The number comes from the clock.
      vi.advanceTimersByTime(1);
      return sentChanges().length === 1 ? refuse('CLIENT_NUMBER_REUSED') : { prescription: created };
    });
    await fillIn();
    await press('Créer');
    await screen.findByText('Ordonnance créée');
    expect(new Set(sentChanges().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  test('keeps the typed values after a refusal, and can be sent again', async () => {
    const { api, sentChanges, fillIn, attach } = setUp(`${PAGE}?write=new`);
    api.on(prescriptionEndpoints.createPrescription, () =>
      refuse('INVALID', { url: 'Fichier requis', 'items.0.label': 'Médicament inconnu' }),
    );
    await fillIn();
    await press('Créer');
    await screen.findByText('Fichier requis');
    await screen.findByText('Médicament inconnu');
    expect((await field('Nom du patient')).value).toBe('Afi Kpadé');
    await attach();
    api.on(prescriptionEndpoints.createPrescription, () => ({ prescription: created }));
    await press('Créer');
    await screen.findByText('Ordonnance créée');
    expect(sentChanges()).toHaveLength(2);
  });

  test('shows changed prices before it is sent again', async () => {
    const present = { ...medicine };
    const { api, sentChanges, fillIn } = setUp(`${PAGE}?write=new`, [], present);
    const quote = { medicines: 650, deliveryFee: 0, commission: 0, reduction: 0, total: 650 };
    api.on(prescriptionEndpoints.createPrescription, () => refuse('AMOUNT_CHANGED', undefined, quote));
    await fillIn();
    present.price = 650;
    await press('Créer');
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toMatch(/Total.*650\sF/));
    await screen.findAllByText('Le montant a changé : 650 F. Veuillez vérifier puis confirmer.');
    api.on(prescriptionEndpoints.createPrescription, () => ({ prescription: created }));
    await press('Créer');
    await screen.findByText('Ordonnance créée');
    expect(sentChanges()[1]?.body).toMatchObject({ items: [{ price: 650 }] });
  });

  test('waits for the file upload, during which what is typed stays, and can be reset', async () => {
    const { show, router, sentChanges, uploads, fillIn } = setUp(`${PAGE}?write=new`);
    await fillIn();
    await chooseFile();
    expect((await button('Créer')).hasAttribute('disabled')).toBe(true);
    await screen.findByText('Le fichier est encore en route.');
    await type('Nom du patient', 'Codjo Kpadé');
    await waitFor(() => expect(uploads).toHaveLength(2));
    uploads[1]?.accept('file-2');
    await waitFor(async () => expect((await button('Créer')).hasAttribute('disabled')).toBe(false));
    expect((await field('Nom du patient')).value).toBe('Codjo Kpadé');
    router.dispose();
    document.body.innerHTML = '';
    show(`${PAGE}?write=new`);
    await press('Recommencer à zéro');
    expect((await field('Nom du patient')).value).toBe('');
    expect(sentChanges()).toEqual([]);
  });

  test('« Annuler » closes it, and the draft is there the next time', async () => {
    const { router, sentChanges } = setUp(`${PAGE}?write=new`);
    await type('Nom du patient', 'Afi Kpadé');
    await press('Annuler');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await router.navigate(`${PAGE}?write=new`);
    expect((await field('Nom du patient')).value).toBe('Afi Kpadé');
    expect(sentChanges()).toEqual([]);
  });
});

describe('the known patients', () => {
  const open = (names: string[]) => {
    const { api } = setUp(`${PAGE}?write=new`);
    api.on(prescriptionEndpoints.listMyPrescriptions, ({ query }) =>
      prescriptionsOf(
        ...(query.q === '+2290197111111' ? names.map((patientName) => aPrescription({ patientName })) : []),
      ),
    );
    return api;
  };

  test('a telephone in any writing proposes the names of former prescriptions, once each', async () => {
    const api = open(['Afi Kpadé', 'Codjo Kpadé', 'Afi Kpadé']);
    await type('Téléphone du patient', '01 97 11 11');
    expect(screen.queryByText('Patients connus :')).toBeNull();
    await type('Téléphone du patient', '00229 97-11-11-11');
    await screen.findByText('Patients connus :');
    expect(screen.getAllByRole('button', { name: /Kpadé/ })).toHaveLength(2);
    expect((await field('Nom du patient')).value).toBe('');
    await press('Codjo Kpadé');
    expect((await field('Nom du patient')).value).toBe('Codjo Kpadé');
    expect(screen.getByRole('button', { name: 'Codjo Kpadé', pressed: true })).toBeTruthy();
    // Only the prescriber's own prescriptions are asked for.
    const asked = api.sent.filter(({ query }) => query.q === '+2290197111111');
    expect(asked.map(({ path }) => path)).toEqual(['/api/prescriptions/my']);
  });

  test('proposes nothing for an unknown telephone, or when the request fails', async () => {
    const api = open([]);
    await type('Téléphone du patient', '97 11 11 11');
    await waitFor(() => expect(api.sent.at(-1)?.query).toMatchObject({ q: '+2290197111111' }));
    expect(screen.queryByText(/^Patients? connu/)).toBeNull();
    api.on(prescriptionEndpoints.listMyPrescriptions, () => refuse('INTERNAL'));
    await type('Téléphone du patient', '97 11 11 12');
    await waitFor(() => expect(api.sent.at(-1)?.query).toMatchObject({ q: '+2290197111112' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('an edited prescription', () => {
  test('sends only the changed fields', async () => {
    const { api, sentChanges, router } = setUp(`${PAGE}?prescription=ORD-12345678`, [aPrescription()]);
    await press('Modifier');
    await screen.findByRole('dialog', { name: 'Modifier ORD-12345678' });
    expect((await field('Téléphone du patient')).value.replace(/\u00a0/g, ' ')).toBe('01 97 11 11 11');
    await type('Nom du patient', 'Afi Dossou');
    api.on(prescriptionEndpoints.updatePrescription, () => ({ prescription: aPrescription() }));
    await press('Enregistrer');
    await screen.findByText('Ordonnance enregistrée');
    expect(sentChanges().map((sent) => sent.body)).toEqual([{ patientName: 'Afi Dossou' }]);
    await screen.findByRole('dialog', { name: 'Ordonnance ORD-12345678' });
    expect(router.state.location.search).toBe('?prescription=ORD-12345678');
  });

  test('shows an error while it is being paid, and keeps the typed values', async () => {
    const { api } = setUp(`${PAGE}?write=ORD-12345678`, [aPrescription()]);
    await type('Nom du patient', 'Afi Dossou');
    api.on(prescriptionEndpoints.updatePrescription, () => refuse('PRESCRIPTION_RESERVED'));
    await press('Enregistrer');
    await screen.findByText(/Un paiement est en cours pour cette ordonnance/);
    expect((await field('Nom du patient')).value).toBe('Afi Dossou');
  });

  test('keeps nothing of what is typed while the saved form closes', async () => {
    const { api } = setUp(PAGE, [aPrescription()]);
    const user = aUser({ type: 'partnerDoctor' });
    showPage(<EditPrescription number="ORD-12345678" user={user} onClose={() => {}} />, PAGE);
    await type('Nom du patient', 'Afi Dossou');
    api.on(prescriptionEndpoints.updatePrescription, () => ({ prescription: aPrescription() }));
    const stored = () => readStored(user._id, 'prescription-draft:ORD-12345678');
    expect(stored()).toMatchObject({ patientName: 'Afi Dossou' });
    await press('Enregistrer');
    await waitFor(() => expect(stored()).toBeNull());
    await type('Nom du patient', 'Afi Dossous');
    expect(stored()).toBeNull();
  });

  test('shows no form once it is used', async () => {
    setUp(`${PAGE}?write=ORD-12345678`, [aPrescription({ used: true })]);
    await screen.findByText('Cette ordonnance a déjà été utilisée');
  });
});

describe('a prescription with the lines of another', () => {
  const item = { medicationId: medicine._id, label: medicine.label, quantity: 3, price: 500 };
  const earlier = aPrescription({
    used: true,
    items: [
      { ...item, posology: '1 comprimé matin et soir', duration: '7 jours' },
      { ...item, medicationId: '0198a000-0000-7000-8000-0000000000b9', label: 'Ranitidine 150 mg' },
    ],
  });
  const renewed = aPrescription({ _id: 'new', prescriptionNumber: 'ORD-22222222' });
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Nouvelle ordonnance' }));
  const open = () =>
    setUp(`${PAGE}?prescription=${earlier.prescriptionNumber}`, [earlier, renewed], {
      ...medicine,
      price: 650,
    });

  test('« Renouveler » has the patient and the lines still sold, at today’s prices, and names the others', async () => {
    const { api, router, sentChanges, attach } = open();
    await press('Renouveler');
    const form = await dialog();
    await form.findByText('Plus en vente : Ranitidine 150 mg');
    expect((await field('Nom du patient')).value).toBe('Afi Kpadé');
    expect(plain((await field('Téléphone du patient')).value)).toBe('01 97 11 11 11');
    expect((await field('Posologie : Paracétamol 500 mg')).value).toBe('1 comprimé matin et soir');
    expect(sentChanges()).toEqual([]);
    // Its file is of the new prescription.
    await press('Créer');
    await form.findByText('Veuillez joindre un fichier');
    expect(sentChanges()).toEqual([]);
    await attach();
    api.on(prescriptionEndpoints.createPrescription, () => ({ prescription: renewed }));
    await press('Créer');
    await screen.findByText('Ordonnance créée');
    expect(sentChanges().map(({ body }) => body)).toMatchObject([
      {
        patientName: 'Afi Kpadé',
        url: 'file-1',
        items: [{ ...item, price: 650, posology: '1 comprimé matin et soir', duration: '7 jours' }],
      },
    ]);
    await screen.findByRole('dialog', { name: 'Ordonnance ORD-22222222' });
    expect(router.state.location.search).toBe('?prescription=ORD-22222222');
  });

  test('« Dupliquer » has the same lines for another patient', async () => {
    const { sentChanges } = open();
    await press('Dupliquer');
    await dialog();
    expect((await field('Nom du patient')).value).toBe('');
    expect((await field('Téléphone du patient')).value).toBe('');
    expect((await field('Quantité : Paracétamol 500 mg')).value).toBe('3');
    expect(sentChanges()).toEqual([]);
  });

  test('« Annuler » leads back to the prescription, and what was typed is there the next time', async () => {
    const { router } = open();
    await press('Dupliquer');
    await type('Nom du patient', 'Codjo');
    await press('Annuler');
    await waitFor(() => expect(router.state.location.search).toBe('?prescription=ORD-12345678'));
    await press('Dupliquer');
    expect((await field('Nom du patient')).value).toBe('Codjo');
  });

  test('an unknown number shows that there is no such prescription', async () => {
    setUp(`${PAGE}?write=renew:ORD-00000000`, []);
    await screen.findByText('Ordonnance introuvable');
  });
});
