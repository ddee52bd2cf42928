import type { EndpointName } from '@amasin/domain/endpoints.ts';
import { buildMedication } from '../builders/catalogue.ts';
import { buildConsultation } from '../builders/consultation.ts';
import { buildFeedback, buildReport } from '../builders/feedback.ts';
import { buildFile } from '../builders/file.ts';
import { buildClaimed, buildInsurer } from '../builders/insurer.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import type { Input } from '../permissions/scenario.ts';
import type { TestApp, Visitor } from '../testing/test-app.ts';

interface Read {
  readonly reader: Visitor;
  readonly input: Input;
  /** The id of what is read. */
  readonly id: string;
}

type MakeRead = (t: TestApp, customer: Visitor['row']) => Promise<Read>;

const readOrder: MakeRead = async (t, { id: customerId }) => {
  const { id } = await buildOrder(t.db, { customerId });
  return { reader: await t.signIn('supervisor'), input: { params: { id } }, id };
};

const findOrder: MakeRead = async (t, { id: customerId }) => {
  const { id, number } = await buildOrder(t.db, { customerId });
  return { reader: await t.signIn('supervisor'), input: { query: { q: number } }, id };
};

const readChat: MakeRead = async (t, { id: patientId }) => {
  const reader = await t.signIn('partnerDoctor');
  const { id } = await buildConsultation(t.db, { patientId, doctorId: reader.row.id, status: 'active' });
  return { reader, input: { params: { id } }, id };
};

const readPrescription: MakeRead = async (t, { phone }) => {
  const { id, number } = await buildPrescription(t.db, { patientPhone: phone ?? '' });
  return { reader: await t.signIn('supervisor'), input: { params: { number } }, id };
};

const readClaim: MakeRead = async (t, { id: customerId }) => {
  const insurer = await buildInsurer(t.db);
  const { order } = await buildClaimed(t.db, insurer, { customerId });
  const params = { id: insurer.id, month: '2026-11' };
  return { reader: await t.signIn('superAdmin'), input: { params }, id: order.id };
};

const readReport: MakeRead = async (t, { id: customerId }) => {
  const reader = await t.signIn('agent');
  const taken = { state: 'taken', takenById: reader.row.id, takenAt: t.clock.now() } as const;
  const { id } = await buildReport(t.db, { order: { customerId }, kind: 'box', ...taken });
  return { reader, input: { params: { id }, query: { state: 'taken' } }, id };
};

// coverage.test.ts tests what a call that writes leaves in the journal.

/** The GET calls that show something of a customer to others, and how someone reads something of this one by them. */
export const recorded: Readonly<Partial<Record<EndpointName, MakeRead>>> = {
  listOrders: findOrder,
  exportOrders: findOrder,
  readOrder,
  readTimeline: readOrder,
  listWarnings: readOrder,
  // What a pharmacy lacks are medicines of the order.
  listCandidates: async (t, customer) => {
    const { input, ...read } = await readOrder(t, customer);
    return { ...read, input: { ...input, query: { role: 'pharmacy' } } };
  },
  listEquivalents: async (t, { id: customerId }) => {
    const reader = await t.signIn('pharmacy');
    const medication = await buildMedication(t.db);
    const items = [{ medication, quantity: 1 }];
    const { id } = await buildOrder(t.db, { customerId, pharmacyId: reader.row.id, items });
    return { reader, input: { params: { id }, query: { medicationId: medication.id } }, id };
  },
  listSubstitutions: async (t, { id: customerId }) => {
    const pharmacy = await t.signIn('pharmacy');
    const medication = await buildMedication(t.db);
    const proposedId = (await buildMedication(t.db)).id;
    const items = [{ medication, quantity: 1 }];
    const { id } = await buildOrder(t.db, { customerId, pharmacyId: pharmacy.row.id, items });
    const body = { medicationId: medication.id, reason: 'medicine-out-of-stock', proposedId };
    const proposed = await t.call(pharmacy, 'POST', `/orders/${id}/substitution`, body);
    if (proposed.status !== 200) throw new Error(`status ${proposed.status}`);
    return { reader: await t.signIn('agent'), input: {}, id };
  },
  readCaller: async (t, { id, phone }) => ({
    reader: await t.signIn('supervisor'),
    input: { query: { phone } },
    id,
  }),
  listPrescriptions: readPrescription,
  listPrescriptionsToCheck: async (t, { phone }) => {
    const { id: authorId } = await buildUser(t.db, { type: 'partnerDoctor', verified: false });
    const medication = await buildMedication(t.db, { requiresPrescription: true });
    const { id } = await buildPrescription(t.db, {
      authorId,
      patientPhone: phone ?? '',
      items: [{ medication, quantity: 1 }],
      checkAskedAt: t.clock.now(),
    });
    return { reader: await t.signIn('agent'), input: {}, id };
  },
  readClaim,
  exportClaim: readClaim,
  printClaim: readClaim,
  listFeedback: async (t, { id: customerId }) => {
    const { orderId } = await buildFeedback(t.db, { order: { customerId } });
    return { reader: await t.signIn('supervisor'), input: {}, id: orderId };
  },
  listReports: readReport,
  readReport,
  printDeclaration: readReport,
  searchPrescription: readPrescription,
  listDoctorChats: readChat,
  readChat,
  openFile: async (t, { id: ownerId }) => {
    const { id, key } = await buildFile(t.db, { ownerId, boundAt: t.clock.now() });
    await t.ctx.files.write(key, Buffer.from('a'));
    const unread = { state: 'pre-treatment', items: [], prescriptionUrl: key } as const;
    await buildOrder(t.db, { customerId: ownerId, ...unread });
    const reader = await t.signIn('supervisor');
    const { body } = await t.call(reader, 'POST', '/upload/signed-url', { key });
    return { reader, input: { params: { token: String(body.url).split('/').at(-1) ?? '' } }, id };
  },
};

/** Every other GET call that not only customers may call, and why it leaves no line. */
export const notRecorded: Readonly<Record<string, readonly EndpointName[]>> = {
  'nothing about a person': ['captcha', 'chatAvailability', 'readPushKey', 'verifyWhatsApp'],
  'the caller’s own data; the download itself is recorded': ['exportOwnData', 'printOwnData'],
  'the caller’s own account, consents, devices and notifications': [
    ...(['me', 'listOwnConsents', 'listSessions', 'listNotifications'] as const),
  ],
  'accounts: contact details, nothing about health': ['readUser', 'listUsers', 'listUsersOfType'],
  'the catalogue, zones and pharmacies': [
    ...(['listMedications', 'searchMedications', 'searchPublicMedications'] as const),
    ...(['listMedicationCreators', 'listMedicinesToReview', 'listZones', 'listPharmacies'] as const),
    ...(['searchPharmacies', 'listOnDuty', 'readPharmacy', 'listDutyShifts'] as const),
    ...(['readStock', 'listStockKeys', 'findStocked', 'findStockedPublicly'] as const),
  ],
  'medicines of an order that names nobody': ['listInquiries', 'listOffers'],
  'settings and state of the house, nothing about a person': [
    'describeHouse',
    'readSettings',
    'readSituation',
  ],
  'amounts and references of payments, without people and medicines': ['reconcileBooks'],
  'written by the caller': ['listMyPrescriptions'],
  'the rate and the label of a card; opening its picture and the decision are recorded': [
    'listCardsToCheck',
    'listUnnamedOrders',
  ],
  'recalls, with counts of people and numbers of orders': [
    ...(['listRecalls', 'readRecall', 'listPharmacyRecalls', 'listWrittenBatches'] as const),
  ],
  'insurers, and sums by insurer and month': ['listInsurers', 'listClaims'],
  'a payment without the medicines that it pays': ['readPayment', 'listReviews'],
  'messages that could not be sent, without their text': ['readSms'],
  'earned shares by number of prescription, for their author': ['listEarnedShares'],
  'sums, by number of order at most': [
    'countFeedback',
    'countWarnings',
    ...(['readPartnerBenefits', 'readPlatformBenefits', 'listPayouts', 'listStatements'] as const),
    ...(['readStatement', 'readDashboardStats', 'readOrderStats', 'readUserStats'] as const),
    ...(['readDayStats', 'readOwnerStats', 'readMoney', 'readOwnMoney', 'readSettlement'] as const),
  ],
  'downloads of sums; the download itself is recorded': [
    ...(['exportPayments', 'exportPayouts', 'exportStatement', 'printStatement'] as const),
  ],
  'the journal itself; its download is recorded': ['listAudit', 'exportAudit'],
};
