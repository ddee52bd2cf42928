import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { payments } from '../database/schema/payments.ts';
import { prescriptionItems } from '../database/schema/prescriptions.ts';
import { type Caller, callOverHttp, inRounds, RACE_MS, times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let call: Caller;
let agents: Visitor[];
let doctor: Visitor;
let zone: string;

beforeAll(async () => {
  server = await startTestApp();
  call = await callOverHttp(server);
  agents = [await server.signIn('agent'), await server.signIn('agent')];
  doctor = await server.signIn('partnerDoctor');
  zone = (await buildZone(server.db, { price: 700 })).id;
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

async function waiting() {
  const fields = { price: 1, reviewed: false, awaitsReview: true, createdById: doctor.row.id };
  const medication = await buildMedication(server.db, fields);
  const items = [{ medication, quantity: 3 }];
  return { medication, prescription: await buildPrescription(server.db, { authorId: doctor.row.id, items }) };
}

it(
  'two different approvals at once: one counts, and every waiting line has its price',
  async () => {
    await inRounds(3, async () => {
      const { medication, prescription } = await waiting();
      const answers = await Promise.all(
        agents.map((agent, index) =>
          call(agent, 'POST', `/medications/${medication.id}/review`, {
            decision: 'approve',
            price: 1000 + index,
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const won = answers.find(({ status }) => status === 200)?.body.medication.price;
      const rows = await server.db
        .select()
        .from(prescriptionItems)
        .where(eq(prescriptionItems.prescriptionId, prescription.id));
      expect(rows.map(({ price }) => price)).toEqual([won]);
    });
  },
  RACE_MS,
);

it(
  'approving against paying: either nothing is opened, or the approved price is',
  async () => {
    await inRounds(3, async () => {
      const { medication, prescription } = await waiting();
      const customer = await server.signIn('customer');
      const order = {
        prescription: { type: 'numerical', prescriptionNumber: prescription.number },
        deliveryZone: zone,
        deliveryAddress: 'Carré 1204, portail vert',
      };
      const [agent] = agents;
      const [approved, ...paid] = await Promise.all([
        call(agent!, 'POST', `/medications/${medication.id}/review`, { decision: 'approve', price: 2000 }),
        ...times(3, () => call(customer, 'POST', '/payments', { order })),
      ]);
      expect(approved?.status).toBe(200);
      const amount = 700 + 6000 + 600;
      for (const { status, body } of paid) {
        if (status === 409) expect(body.code).toBe('MEDICATION_TO_REVIEW');
        else expect([status, body.amount]).toEqual([201, amount]);
      }
      const rows = await server.db.select().from(payments).where(eq(payments.customerId, customer.row.id));
      expect(new Set(rows.map((row) => row.amount))).toEqual(new Set(rows.length === 0 ? [] : [amount]));
    });
  },
  RACE_MS,
);
