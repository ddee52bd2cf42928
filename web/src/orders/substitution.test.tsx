import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order, OrderSubstitution, SubstitutionToAnswer } from '@amasin/domain/orders/order.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aMedication } from '../testing/catalogue.ts';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { anOrder } from '../testing/orders.ts';
import { showPage } from '../testing/show-page.tsx';
import { SubstitutionsForPrescriber, SubstitutionsToCheck } from './digitizing/SubstitutionsToAnswer.tsx';
import { Substitute } from './preparing/Substitute.tsx';
import { SubstitutionAsked } from './supervision/SubstitutionAsked.tsx';
import { Substitution } from './tracking/Substitution.tsx';

// Rule 53: another medicine instead of one that lacks.

const id = (n: number) => `0198a000-0000-7000-8000-0000000000${n}`;
const lacking = anOrder().prescription!.items[0]!;

const proposed = (change: Partial<OrderSubstitution> = {}): OrderSubstitution => ({
  _id: id(71),
  state: 'asking',
  medicationId: lacking.medicationId,
  label: lacking.label,
  price: 500,
  proposed: { medicationId: id(72), label: 'Doliprane 500 mg', form: 'tablet', price: 450 },
  quantity: 2,
  back: 110,
  isEquivalent: true,
  until: '2026-11-20T09:30:00.000Z',
  ...change,
});
const blocked = (change: Partial<Order> = {}) =>
  anOrder({
    pharmacy: { _id: id(31), name: 'Pharmacie Camp Guézo' },
    problem: {
      reason: 'medicine-out-of-stock',
      note: lacking.label,
      at: '2026-11-20T09:00:00.000Z',
      medicationId: lacking.medicationId,
    },
    ...change,
  });

describe('a customer', () => {
  const asked = blocked({ substitution: proposed(), allowedActions: ['decide-substitute'] });

  it.each([
    ['D’accord', true],
    ['Non, je ne le veux pas', false],
  ])('answers « %s »', async (button, agree) => {
    const api = fakeApi();
    api.on(orderEndpoints.decideSubstitute, () => ({ order: asked }));
    showPage(<Substitution order={asked} />, '/');
    expect(screen.getByText(/même substance, même dosage, même forme/)).toBeTruthy();
    expect(screen.getByText(/110\sF vous reviennent/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(api.sent.at(-1)?.body).toEqual({ substitutionId: id(71), agree }));
  });

  it('reads that a medicine is another one, and that it costs nothing more', () => {
    const dear = { ...proposed().proposed, price: 500 };
    const substitution = proposed({ isEquivalent: false, proposed: dear, back: 0 });
    showPage(<Substitution order={{ ...asked, substitution }} />, '/');
    expect(screen.getByText(/Ce n’est pas le même médicament/)).toBeTruthy();
    expect(screen.getByText('Vous ne payez rien de plus.')).toBeTruthy();
  });

  it('reads what it waits for before she is asked, and nothing once it is over', () => {
    const order = blocked({ substitution: proposed({ state: 'checking', isEquivalent: false }) });
    showPage(<Substitution order={order} />, '/');
    expect(screen.getByText(/Un pharmacien dit d’abord s’il convient/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('a pharmacy', () => {
  const setUp = (order = blocked()) => {
    const api = fakeApi();
    api.on(orderEndpoints.listEquivalents, () => ({
      equivalents: [{ _id: id(72), label: 'Doliprane 500 mg', form: 'tablet' as const, price: 450 }],
      total: 1,
    }));
    api.on(orderEndpoints.proposeSubstitute, () => ({ order }));
    showPage(<Substitute order={order} />, '/');
    return api;
  };
  const sent = (api: ReturnType<typeof fakeApi>) => api.sent.find(({ method }) => method === 'POST')?.body;

  it('proposes an equivalent in two taps', async () => {
    const api = setUp();
    fireEvent.click(screen.getByRole('button', { name: 'Proposer un remplacement' }));
    const dialog = await screen.findByRole('dialog', { name: `À la place de ${lacking.label}` });
    fireEvent.click(await within(dialog).findByRole('radio', { name: 'Doliprane 500 mg' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Proposer' }));
    const body = { medicationId: lacking.medicationId, reason: 'medicine-out-of-stock', proposedId: id(72) };
    await waitFor(() => expect(sent(api)).toEqual(body));
  });

  it('reads who is asked first about any other medicine, and keeps it when it is refused', async () => {
    const api = setUp();
    const other = aMedication({ _id: id(73), label: 'Ibuprofène 400 mg' });
    api.on(medicationEndpoints.searchMedications, () => ({ medications: [other], total: 1 }));
    api.on(orderEndpoints.proposeSubstitute, () => refuse('NOT_SUBSTITUTABLE'));
    fireEvent.click(screen.getByRole('button', { name: 'Proposer un remplacement' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(await within(dialog).findByLabelText('Un autre médicament'), {
      target: { value: 'ibu' },
    });
    fireEvent.click(await within(dialog).findByRole('button', { name: /Ibuprofène 400 mg/ }));
    expect(await within(dialog).findByText(/un pharmacien d’Amasin, puis le prescripteur/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Proposer' }));
    expect(await screen.findByText('Le prescripteur ne permet pas de remplacer ce médicament')).toBeTruthy();
    expect(within(dialog).getByText('Ibuprofène 400 mg')).toBeTruthy();
  });

  it.each<[Partial<OrderSubstitution>, RegExp]>([
    [{}, /Le client est interrogé, jusqu’à/],
    [{ state: 'declined' }, /Le client ne le veut pas/],
    [
      { state: 'refused', named: { medicationId: id(74), label: 'Efferalgan' } },
      /Le prescripteur permet : Efferalgan/,
    ],
    [{ state: 'calling' }, /un superviseur l’appelle/],
    [{ state: 'lapsed' }, /Personne n’a répondu à temps/],
  ])('reads where %o stands', (change, words) => {
    setUp(blocked({ substitution: proposed(change) }));
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('proposes at once what the prescriber has named', async () => {
    const named = { medicationId: id(74), label: 'Efferalgan' };
    const api = setUp(blocked({ substitution: proposed({ state: 'refused', named }) }));
    fireEvent.click(screen.getByRole('button', { name: 'Proposer un remplacement' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Efferalgan' }));
    fireEvent.click(screen.getByRole('button', { name: 'Proposer' }));
    await waitFor(() => expect(sent(api)).toMatchObject({ proposedId: id(74) }));
  });

  it('proposes nothing while no line is named', () => {
    const { problem } = blocked();
    setUp(blocked({ problem: { ...problem!, reason: 'pharmacy-closing' } }));
    expect(screen.queryByRole('button')).toBeNull();
  });
});

it('a supervisor who has called answers for the customer', async () => {
  const order = blocked({ substitution: proposed(), allowedActions: ['decide-substitute'] });
  const api = fakeApi();
  api.on(orderEndpoints.decideSubstitute, () => ({ order }));
  showPage(<SubstitutionAsked order={order} />, '/');
  fireEvent.click(screen.getByRole('button', { name: 'Afi Dossou est d’accord' }));
  await waitFor(() => expect(api.sent.at(-1)?.body).toEqual({ substitutionId: id(71), agree: true }));
});

describe('who is asked', () => {
  const question: SubstitutionToAnswer = {
    _id: id(71),
    orderNumber: 'CMD-000041',
    pharmacy: 'Pharmacie Camp Guézo',
    prescribed: {
      label: 'Amoxicilline 500 mg',
      form: 'capsule',
      substances: 'Amoxicilline',
      dosage: '500 mg',
    },
    proposed: { label: 'Amoxicilline 250 mg', form: 'capsule', substances: null, dosage: null },
    quantity: 2,
    proposedAt: '2026-11-20T09:00:00.000Z',
    until: '2026-11-20T09:30:00.000Z',
  };
  const setUp = (asked: SubstitutionToAnswer[]) => {
    const api = fakeApi();
    api.on(orderEndpoints.listSubstitutions, () => ({ substitutions: asked, total: asked.length }));
    api.on(orderEndpoints.answerSubstitution, () => ({ state: 'asking' as const }));
    return api;
  };
  const sent = (api: ReturnType<typeof fakeApi>) => api.sent.find(({ method }) => method === 'POST')?.body;

  it('an in-house pharmacist compares both and answers, without naming another', async () => {
    const api = setUp([question]);
    showPage(<SubstitutionsToCheck />, '/');
    const shown = await screen.findByRole('region', { name: 'Amoxicilline 500 mg' });
    expect(shown.textContent).toMatch(/Amoxicilline, 500 mg.*Composition inconnue au catalogue/);
    expect(within(shown).queryByRole('button', { name: 'Non, un autre' })).toBeNull();
    fireEvent.click(within(shown).getByRole('button', { name: 'Il ne convient pas' }));
    await waitFor(() => expect(sent(api)).toEqual({ answer: 'none' }));
  });

  it('a prescriber names another medicine', async () => {
    const api = setUp([{ ...question, prescription: { number: 'ORD-12345678', patientName: 'Afi Kpadé' } }]);
    const other = aMedication({ _id: id(73), label: 'Ampicilline 500 mg' });
    api.on(medicationEndpoints.searchMedications, () => ({ medications: [other], total: 1 }));
    showPage(<SubstitutionsForPrescriber />, '/');
    fireEvent.click(await screen.findByRole('button', { name: 'Non, un autre' }));
    fireEvent.change(await screen.findByLabelText('Le médicament qui convient'), {
      target: { value: 'amp' },
    });
    fireEvent.click(await screen.findByRole('button', { name: /Ampicilline 500 mg/ }));
    await waitFor(() => expect(sent(api)).toEqual({ answer: 'another', medicationId: id(73) }));
  });

  it('a prescriber without a question sees nothing', async () => {
    const api = setUp([]);
    showPage(<SubstitutionsForPrescriber />, '/');
    await waitFor(() => expect(api.sent).toHaveLength(1));
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
