import { feedbackEndpoints } from '@amasin/domain/feedback/endpoints.ts';
import type { OwnFeedback } from '@amasin/domain/feedback/feedback.ts';
import { reportEndpoints } from '@amasin/domain/reports/endpoints.ts';
import type { OwnReport } from '@amasin/domain/reports/report.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { AfterDelivery } from '../../../orders/tracking/AfterDelivery.tsx';
import { fakeApi, networkError, refuse } from '../../../testing/fake-api.ts';
import { anOrder } from '../../../testing/orders.ts';
import { showPage } from '../../../testing/show-page.tsx';

const order = anOrder({ state: 'delivered' });
const UNTIL = '2026-12-20T10:00:00.000Z';
const answered = (wrongs: NonNullable<OwnFeedback['answer']>['wrongs']) => ({
  wrongs,
  note: null,
  answeredAt: '2026-11-20T10:00:00.000Z',
  handledAt: null,
});

function setUp(feedback: OwnFeedback = { answer: null, until: UNTIL }) {
  const api = fakeApi();
  let known = feedback;
  api.on(feedbackEndpoints.readFeedback, () => ({ feedback: known }));
  api.on(feedbackEndpoints.giveFeedback, ({ body }) => {
    known = { answer: answered((body as { wrongs: 'late'[] }).wrongs), until: UNTIL };
    return { feedback: known };
  });
  showPage(<AfterDelivery order={order} />, `/tracking?order=${order._id}`);
  const bodies = (method: string) => api.sent.filter((one) => one.method === method).map(({ body }) => body);
  return { api, bodies };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('« Tout va bien ? »', () => {
  test('one tap says yes, and the answer may be changed', async () => {
    const { bodies } = setUp();
    fireEvent.click(await screen.findByRole('button', { name: 'Oui' }));
    await screen.findByText('Vous avez répondu que tout va bien. Merci.');
    expect(bodies('PUT')).toEqual([{ wrongs: [], note: null }]);
    press('Changer ma réponse');
    expect(await screen.findByRole('button', { name: 'Non' })).toBeDefined();
  });

  test('no asks what was wrong, at least one of a list', async () => {
    const { bodies } = setUp();
    fireEvent.click(await screen.findByRole('button', { name: 'Non' }));
    press('Envoyer');
    expect(await screen.findByText('Cochez au moins une réponse')).toBeDefined();
    fireEvent.click(screen.getByLabelText('Elle est arrivée trop tard'));
    press('Envoyer');
    await screen.findByText('Vous nous avez dit : elle est arrivée trop tard.');
    expect(bodies('PUT')).toEqual([{ wrongs: ['late'], note: null }]);
  });

  test('a refused answer keeps what was ticked', async () => {
    const { api } = setUp();
    api.on(feedbackEndpoints.giveFeedback, () => networkError);
    fireEvent.click(await screen.findByRole('button', { name: 'Non' }));
    fireEvent.click(screen.getByLabelText('Un médicament manque'));
    press('Envoyer');
    await waitFor(() => expect(api.sent.some(({ method }) => method === 'PUT')).toBe(true));
    expect((screen.getByLabelText('Un médicament manque') as HTMLInputElement).checked).toBe(true);
  });

  test('is not asked when it is too late', async () => {
    const { api } = setUp({ answer: null, until: null });
    await waitFor(() => expect(api.sent.length).toBe(2));
    expect(screen.queryByText('Tout va bien ?')).toBeNull();
  });

  test('says that a supervisor has dealt with it', async () => {
    setUp({ answer: { ...answered(['late']), handledAt: '2026-11-20T11:00:00.000Z' }, until: null });
    expect(await screen.findByText('Un superviseur s’en est occupé :')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Changer ma réponse' })).toBeNull();
  });
});

describe('« Je réagis mal »', () => {
  const open = async () => {
    const { api, bodies } = setUp();
    press('Je réagis mal');
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByLabelText('Du mal à respirer');
    return { api, bodies, dialog };
  };
  const emergency = { name: 'Appeler le 112' };

  test('a sign shows the emergency number at once, then the pharmacist, and no form', async () => {
    const { dialog } = await open();
    expect(dialog.queryByRole('link', emergency)).toBeNull();
    fireEvent.click(dialog.getByLabelText('Du mal à respirer'));
    const links = dialog.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['tel:112', 'tel:+2290197000000', `/tracking?order=${order._id}&chat=list`]);
    expect(dialog.queryByRole('textbox')).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'J’ai appelé : prévenir aussi le pharmacien' }));
    expect(dialog.getByRole('link', emergency)).toBeDefined();
    expect(dialog.getByLabelText('Ce que vous ressentez')).toBeDefined();
  });

  test('the numbers are shown when no call succeeds', async () => {
    const { api, dialog } = await open();
    for (const endpoint of [feedbackEndpoints.readFeedback, reportEndpoints.listOwnReports])
      api.on(endpoint, () => networkError);
    fireEvent.click(dialog.getByLabelText('Des convulsions'));
    expect(dialog.getByRole('link', emergency).getAttribute('href')).toBe('tel:112');
  });

  test('without a sign the pharmacist comes first, then the form, which a refusal leaves as it is', async () => {
    const { api, bodies, dialog } = await open();
    api.on(reportEndpoints.sendReport, () => refuse('INVALID', { stopped: 'Dites si vous avez arrêté' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Aucun de ces signes' }));
    expect(dialog.getAllByRole('link')[0]?.textContent).toContain('Appeler le pharmacien');
    expect(dialog.queryByRole('link', emergency)).toBeNull();
    fireEvent.change(dialog.getByLabelText('Ce que vous ressentez'), { target: { value: 'Des boutons' } });
    fireEvent.click(dialog.getByLabelText('Un enfant'));
    fireEvent.change(dialog.getByLabelText('Âge de l’enfant, années'), { target: { value: '2' } });
    fireEvent.change(dialog.getByLabelText('et mois'), { target: { value: '6' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Envoyer au pharmacien' }));
    await dialog.findByText('Dites si vous avez arrêté');
    expect((dialog.getByLabelText('Ce que vous ressentez') as HTMLTextAreaElement).value).toBe('Des boutons');
    const report: OwnReport = {
      _id: 'r',
      kind: 'reaction',
      createdAt: UNTIL,
      medicines: ['Paracétamol 500 mg'],
      state: 'new',
    };
    api.on(reportEndpoints.sendReport, () => ({ report }));
    fireEvent.click(dialog.getByLabelText('Oui'));
    fireEvent.click(dialog.getByRole('button', { name: 'Envoyer au pharmacien' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies('POST').at(-1)).toMatchObject({
      kind: 'reaction',
      medications: [order.prescription?.items[0]?.medicationId],
      redFlags: [],
      words: 'Des boutons',
      taker: 'child',
      ageMonths: 30,
      stopped: true,
    });
  });
});

test('« La boîte est anormale » sends what is abnormal and the batch; sent again after a failure it has the same key', async () => {
  const { api } = setUp();
  api.on(reportEndpoints.sendReport, () => networkError);
  press('La boîte est anormale');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(await dialog.findByLabelText('Elle est périmée'));
  fireEvent.change(dialog.getByLabelText(/Numéro de lot/), { target: { value: 'LOT-9' } });
  const posts = () => api.sent.filter(({ method }) => method === 'POST');
  for (const count of [1, 2]) {
    fireEvent.click(dialog.getByRole('button', { name: 'Envoyer au pharmacien' }));
    await waitFor(() => expect(posts()).toHaveLength(count));
    await waitFor(() =>
      expect(
        (dialog.getByRole('button', { name: 'Envoyer au pharmacien' }) as HTMLButtonElement).disabled,
      ).toBe(false),
    );
  }
  const [first, second] = posts();
  expect(first?.body).toMatchObject({ kind: 'box', fault: 'expired', batch: 'LOT-9', photo: null });
  expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
});
