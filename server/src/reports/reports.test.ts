import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildReport, wholeFacts } from '../builders/feedback.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { reports } from '../database/schema/reports.ts';
import { loadOrder } from '../orders/load.ts';
import { readPages } from '../pdf/read-pages.fixture.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { sendReport } from './send.ts';

let t: TestApp;
let customer: Visitor;
let agent: Visitor;
let supervisor: Visitor;
let medicines: MedicationRow[];

beforeAll(async () => {
  t = await startTestApp();
  agent = await t.signIn('agent', { name: 'Dr Bossou' });
  supervisor = await t.signIn('supervisor');
  medicines = [
    await buildMedication(t.db, { label: 'Amoxicilline 500 mg' }),
    await buildMedication(t.db, { label: 'Fer 80 mg' }),
  ];
});
beforeEach(async () => {
  customer = await t.signIn('customer', { name: 'Sourou Kpèdjo' });
});
afterAll(async () => {
  await expectInvariants(t.db);
  await t.close();
});

async function receive(
  state: 'delivering' | 'delivered' | 'ended' = 'delivered',
  customerId = customer.row.id,
  pharmacyId?: string,
) {
  const items = medicines.map((medication) => ({ medication, quantity: 1 }));
  const order = await buildOrder(t.db, {
    state,
    customerId,
    items,
    ...(pharmacyId !== undefined && { pharmacyId }),
  });
  return { ...order, medicine: medicines[0]?.id ?? '' };
}

const actorOf = ({ row: { id, type, name, phone } }: Visitor) => ({ _id: id, type, name, phone });

const REACTION = {
  kind: 'reaction',
  redFlags: ['swelling'],
  words: 'Des boutons et le visage qui gonfle',
  since: '2026-11-19',
  taker: 'child',
  ageMonths: 30,
  stopped: true,
};
const BOX = { kind: 'box', fault: 'label', batch: 'LOT-9', words: null };
const send = (id: string, body: object, headers = {}) =>
  t.call(customer, 'POST', `/orders/${id}/reports`, body, headers);
const rowsOf = (orderId: string) => t.db.select().from(reports).where(eq(reports.orderId, orderId));
const noticesOf = async (visitor: Visitor, number: string) =>
  (await t.call(visitor, 'GET', '/notifications?limit=200')).body.notifications.filter(
    ({ message }: { message: string }) => message.includes(number),
  );

describe('a customer', () => {
  it('reports one of two forms of a name, and the other one is told apart', async () => {
    const [syrup, drops] = [
      await buildMedication(t.db, { label: 'Fer Bébé', form: 'syrup' }),
      await buildMedication(t.db, { label: 'Fer Bébé', form: 'drops' }),
    ];
    const items = [syrup, drops].map((medication) => ({ medication, quantity: 1 }));
    const { id } = await buildOrder(t.db, { state: 'delivered', customerId: customer.row.id, items });
    expect((await send(id, { ...BOX, medications: [drops.id] })).status).toBe(201);
    const [row] = await rowsOf(id);
    const { report } = (await t.call(agent, 'GET', `/reports/${row?.id}`)).body;
    expect([report.medicines, report.others]).toEqual([
      [{ label: 'Fer Bébé (gouttes)', quantity: 1 }],
      [{ label: 'Fer Bébé (sirop)', quantity: 1 }],
    ]);
  });

  it('reports a reaction: pharmacists and supervisors are told, without a word of health', async () => {
    const { id, number, medicine } = await receive();
    const key = { 'idempotency-key': 'one' };
    const body = { ...REACTION, medications: [medicine] };
    const first = await send(id, body, key);
    expect(first).toMatchObject({
      status: 201,
      body: { report: { kind: 'reaction', state: 'new', medicines: ['Amoxicilline 500 mg'] } },
    });
    expect((await send(id, body, key)).body).toEqual(first.body);
    expect(await rowsOf(id)).toMatchObject([{ ageMonths: 30, redFlags: ['swelling'], state: 'new' }]);
    for (const reader of [agent, supervisor]) {
      const [notice, ...others] = await noticesOf(reader, number);
      expect(others).toEqual([]);
      expect(`${notice.title} ${notice.message}`).toBe(
        `Signalement à lire Un signalement vient d’arriver pour la commande ${number}.`,
      );
    }
    const { reports: own } = (await t.call(customer, 'GET', `/orders/${id}/reports`)).body;
    expect(own).toEqual([first.body.report]);
  });

  it('reports a box with her photograph, which the house opens and a pharmacy does not', async () => {
    const pharmacy = await t.signIn('pharmacy');
    const { id, medicine } = await receive('ended', customer.row.id, pharmacy.row.id);
    const { key } = await buildFile(t.db, { ownerId: customer.row.id, category: 'report' });
    expect((await send(id, { ...BOX, medications: [medicine], photo: key })).status).toBe(201);
    const open = async (visitor: Visitor) =>
      (await t.call(visitor, 'POST', '/upload/signed-url', { key })).status;
    expect(await Promise.all([customer, agent, supervisor, pharmacy].map(open))).toEqual([
      200, 200, 200, 404,
    ]);
  });

  it('who has withdrawn her consent is heard all the same', async () => {
    const { id, medicine } = await receive();
    await t.pool.query(
      `insert into consents (id, user_id, purpose, version, given_at, withdrawn_at)
       values (gen_random_uuid(), $1, 'health', '2026-01-01', now() - interval '2 days', now())`,
      [customer.row.id],
    );
    expect((await send(id, { ...REACTION, medications: [medicine] })).status).toBe(201);
  });

  it.each<[string, object, string]>([
    ['a medicine of another order', { medications: ['0198a000-0000-7000-8000-000000000001'] }, 'medications'],
    ['no medicine', { medications: [] }, 'medications'],
    ['a child without age', { ageMonths: null }, 'ageMonths'],
    ['a day to come', { since: '2026-11-21' }, 'since'],
    ['no words', { words: ' ' }, 'words'],
    ['a photograph of nobody', { ...BOX, photo: 'x' }, 'photo'],
  ])('is refused with %s, and nothing is stored', async (_, given, field) => {
    const { id, medicine } = await receive();
    const { status, body } = await send(id, { ...REACTION, medications: [medicine], ...given });
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    expect(await rowsOf(id)).toEqual([]);
  });

  it('does not bind the photograph of somebody else', async () => {
    const { id, medicine } = await receive();
    const { key } = await buildFile(t.db, { category: 'report' });
    expect((await send(id, { ...BOX, medications: [medicine], photo: key })).status).toBe(422);
  });

  it.each([
    ['an order on its way', async () => receive('delivering'), 409, 'NOT_DELIVERED_YET'],
    [
      'somebody else’s order',
      async () => receive('delivered', (await t.signIn('customer')).row.id),
      404,
      'NOT_FOUND',
    ],
  ])('is refused about %s', async (_, make, status, code) => {
    const { id, medicine } = await make();
    expect(await send(id, { ...BOX, medications: [medicine] })).toMatchObject({ status, body: { code } });
  });

  it('whose answer is lost sends it once', async () => {
    const { id, medicine } = await receive();
    const ctx = { ...t.ctx, actor: actorOf(customer) };
    const body = { kind: 'box', fault: 'label', medications: [medicine] } as const;
    const sent = sendReport(ctx, await loadOrder(ctx, id), body as never, async () => {
      throw new Error('the process ends');
    });
    await expect(sent).rejects.toThrow('the process ends');
    expect(await rowsOf(id)).toEqual([]);
  });

  it('who has deleted her account meanwhile leaves nothing', async () => {
    const { id, medicine } = await receive('ended');
    const ctx = { ...t.ctx, actor: actorOf(customer) };
    const view = await loadOrder(ctx, id);
    const admin = await t.signIn('superAdmin');
    expect((await t.call(admin, 'DELETE', `/users/${customer.row.id}`)).status).toBe(204);
    const body = { ...REACTION, medications: [medicine] };
    await expect(sendReport(ctx, view, body as never, async () => null)).rejects.toThrow();
    expect(await rowsOf(id)).toEqual([]);
  });

  it('sends ten at most about one order, also at once', async () => {
    const { id, medicine } = await receive();
    for (let n = 0; n < 9; n += 1) await buildReport(t.db, { orderId: id });
    const sent = await Promise.all([1, 2, 3].map(() => send(id, { ...BOX, medications: [medicine] })));
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('a pharmacist', () => {
  const report = async (given: Parameters<typeof buildReport>[1] = {}) => {
    const { id: orderId } = await receive();
    return (
      await buildReport(t.db, {
        orderId,
        medicines: [{ label: 'Amoxicilline 500 mg', quantity: 1 }],
        ...given,
      })
    ).id;
  };
  const on = (id: string, what: string, body: object, who = agent) =>
    t.call(who, 'POST', `/reports/${id}/${what}`, body);
  const facts = (id: string, body: object, who = agent) => t.call(who, 'POST', `/reports/${id}/facts`, body);
  const read = async (id: string, who = agent) => (await t.call(who, 'GET', `/reports/${id}`)).body.report;
  const stateOf = async (id: string) => (await t.db.select().from(reports).where(eq(reports.id, id)))[0];

  it('takes a report: of two at once one has it, and the other may take it over by name', async () => {
    const id = await report();
    const other = await t.signIn('agent');
    const results = await Promise.all([
      on(id, 'take', { replaces: null }),
      on(id, 'take', { replaces: null }, other),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([204, 409]);
    const [won, lost] = results[0]?.status === 204 ? [agent, other] : [other, agent];
    const refused = results.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'REPORT_TAKEN',
      message: `Ce signalement est déjà pris par ${won.row.name}`,
    });
    expect((await on(id, 'take', { replaces: null }, won)).status).toBe(204);
    expect((await facts(id, {}, lost)).body.code).toBe('REPORT_TAKEN');
    expect((await on(id, 'take', { replaces: won.row.id }, lost)).status).toBe(204);
    expect((await read(id)).holder._id).toBe(lost.row.id);
  });

  it('declares it once the authority has what it asks for, adds its number later, and closes it', async () => {
    const id = await report();
    expect((await facts(id, {})).body.code).toBe('REPORT_CHANGED');
    await on(id, 'take', { replaces: null });
    const early = await on(id, 'declared', { day: '2026-11-20' });
    expect(early.body.message).toBe(
      'Il manque à la déclaration : les initiales, le sexe, l’âge, la gravité, l’évolution',
    );
    expect((await facts(id, { ...wholeFacts, to: '2026-12-24' })).body.fields).toEqual({
      to: 'Cette date est à venir',
    });
    expect((await facts(id, { ...wholeFacts, to: '2026-11-17' })).body.fields).toEqual({
      to: 'La fin est avant le début',
    });
    expect((await facts(id, wholeFacts)).status).toBe(204);
    for (const [day, message] of [
      ['2026-11-21', 'Cette date est à venir'],
      ['2026-11-19', 'Cette date est avant le signalement'],
    ])
      expect((await on(id, 'declared', { day })).body.fields).toEqual({ day: message });
    for (const receipt of [null, 'PV-12', 'PV-12'])
      expect((await on(id, 'declared', { day: '2026-11-20', receipt })).status).toBe(204);
    expect(await read(id)).toMatchObject({
      state: 'declared',
      facts: wholeFacts,
      declared: { day: '2026-11-20', receipt: 'PV-12' },
      others: [{ label: 'Fer 80 mg', quantity: 1 }],
    });
    expect((await facts(id, wholeFacts)).body.code).toBe('REPORT_CHANGED');
    const closing = { reason: 'followed', note: 'Suivie un mois' };
    for (const _ of [1, 2]) expect((await on(id, 'close', closing)).status).toBe(204);
    expect((await on(id, 'close', { reason: 'duplicate' })).body.code).toBe('REPORT_CHANGED');
    expect((await on(id, 'take', { replaces: agent.row.id }, await t.signIn('agent'))).body.code).toBe(
      'REPORT_CHANGED',
    );
    expect(await stateOf(id)).toMatchObject({
      state: 'closed',
      declaredOn: '2026-11-20',
      closedReason: 'followed',
    });
  });

  it('prints the declaration with initials, and each opening is recorded', async () => {
    const id = await report();
    const print = (who: Visitor) =>
      t.app.inject({
        method: 'GET',
        url: `/api/reports/${id}/declaration`,
        headers: { authorization: `Bearer ${who.token}` },
      });
    await on(id, 'take', { replaces: null });
    expect((await print(agent)).json().code).toBe('REPORT_INCOMPLETE');
    await facts(id, wholeFacts);
    const { statusCode, rawPayload } = await print(supervisor);
    expect(statusCode).toBe(200);
    const paper = (await readPages(rawPayload)).join(' ');
    for (const words of [
      'Déclaration d’effet indésirable',
      'Agence béninoise du médicament',
      'A.K.',
      '34 ans',
      'Amoxicilline 500 mg',
      'LOT-77',
      'Non grave',
      'Fer 80 mg',
      'Dr Bossou',
    ])
      expect(paper).toContain(words);
    expect(paper).not.toMatch(/Sourou|Kpèdjo/);
    const { rows } = await t.pool.query(
      `select action from audit where subject_id = $1 and actor_id = $2 and customer_id = $3
       union all select 'file' from file_openings where object = 'declaration:' || $1`,
      [id, supervisor.row.id, customer.row.id],
    );
    expect(rows.map(({ action }) => action).sort()).toEqual(['file', 'open']);
  });

  it('the paper has all of what is longer than a page', async () => {
    const medicines = Array.from({ length: 100 }, (_, n) => ({ label: `Produit numéro ${n}`, quantity: 1 }));
    const words = `Début${'\n'.repeat(200)}Fin des mots`;
    const taken = { takenById: agent.row.id, takenAt: t.clock.now(), state: 'taken' } as const;
    const id = await report({ medicines, words, facts: wholeFacts, ...taken });
    const headers = { authorization: `Bearer ${agent.token}` };
    const { rawPayload } = await t.app.inject({
      method: 'GET',
      url: `/api/reports/${id}/declaration`,
      headers,
    });
    const paper = (await readPages(rawPayload)).join(' ');
    expect(medicines.filter(({ label }) => !paper.includes(label))).toEqual([]);
    expect(paper).toContain('Fin des mots');
  });

  it('the paper of a box has another title, and needs nothing about a person', async () => {
    const id = await report({
      kind: 'box',
      batch: 'LOT-3',
      takenById: agent.row.id,
      takenAt: t.clock.now(),
      state: 'taken',
    });
    const headers = { authorization: `Bearer ${agent.token}` };
    const { rawPayload } = await t.app.inject({
      method: 'GET',
      url: `/api/reports/${id}/declaration`,
      headers,
    });
    const paper = (await readPages(rawPayload)).join(' ');
    for (const words of [
      'Déclaration de qualité d’un produit',
      'LOT-3',
      'La couleur ou l’odeur est inhabituelle',
    ])
      expect(paper).toContain(words);
    expect(paper).not.toContain('Patient');
  });

  it('reads lists by state with their counts; each reading is recorded', async () => {
    const id = await report({ redFlags: ['breathing'] });
    const { reports: list, total, counts } = (await t.call(supervisor, 'GET', '/reports?limit=200')).body;
    const row = list.find(({ _id }: { _id: string }) => _id === id);
    expect(row).toEqual({
      _id: id,
      kind: 'reaction',
      state: 'new',
      createdAt: expect.any(String),
      order: { _id: expect.any(String), number: expect.any(String) },
      customer: 'Sourou Kpèdjo',
      isUrgent: true,
      takenBy: null,
    });
    expect([total, counts.new]).toEqual([list.length, list.length]);
    const { rows } = await t.pool.query(`select action from audit where subject_id = $1`, [id]);
    expect(rows).toEqual([{ action: 'read' }]);
  });
});
