import { randomBytes } from 'node:crypto';
import type { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { buildConsultation } from '../builders/consultation.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { UserRow } from '../database/schema/users.ts';
import { LINK_MS, signLink } from '../files/links.ts';
import { tokenHash } from '../session/tokens.ts';
import { drawPicture, smallPdf, storeTestFile, writeForm } from '../testing/upload.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

async function form(type: string, bytes: Uint8Array) {
  const { payload, headers } = await writeForm((it) => {
    it.set('type', type);
    it.set('file', new File([Uint8Array.from(bytes)], 'photo.jpg'));
  });
  // `rawBody` is sent; `body` is its parsed form.
  return { body: { file: bytes, type: 'prescription' as const }, rawBody: payload, headers };
}

const naming = (key: string) => ({ body: { key } });

/**
 * An order with a photograph and a card.
 * @returns their keys
 */
async function orderWithFiles({ server }: World, given: Parameters<typeof buildOrder>[1] = {}) {
  const { id: ownerId } = given?.customerId
    ? { id: given.customerId }
    : await server.signIn('customer').then(({ row }) => row);
  const card = await buildInsuranceCard(server.db, { ownerId });
  const photograph = await buildFile(server.db, { ownerId, boundAt: server.clock.now() });
  await buildOrder(server.db, { customerId: ownerId, prescriptionUrl: photograph.key, card, ...given });
  return { photograph: photograph.key, card: card.fileKey };
}

/** A picture that the other participant sent in a consultation of this user. */
async function joinedFile({ server: { db, clock }, people }: World, caller: UserRow): Promise<string> {
  const asDoctor = caller.type === 'partnerDoctor';
  const patientId = asDoctor ? people.customer.stranger.id : caller.id;
  const doctorId = asDoctor ? caller.id : people.partnerDoctor.stranger.id;
  const ownerId = asDoctor ? patientId : doctorId;
  const { key } = await buildFile(db, { ownerId, category: 'consultation', boundAt: clock.now() });
  const messages = [{ by: asDoctor ? 'patient' : 'doctor', content: '', file: key }] as const;
  await buildConsultation(db, { status: 'active', patientId, doctorId, messages });
  return key;
}

/** Keys that this user may open, for each kind of file in their rule. */
async function seenBy(world: World, caller: UserRow): Promise<string[]> {
  const { db } = world.server;
  const unread = { state: 'pre-treatment', items: [] } as const;
  const both = ({ photograph, card }: { photograph: string; card: string }) => [photograph, card];
  const upload = async () => (await buildFile(db, { ownerId: caller.id })).key;
  const { id, url } = await buildPrescription(db);
  switch (caller.type) {
    case 'customer':
      await buildOrder(db, { customerId: caller.id, prescriptionId: id });
      return [await upload(), url ?? '', await joinedFile(world, caller)];
    case 'pharmacy':
      return both(await orderWithFiles(world, { pharmacyId: caller.id }));
    case 'agent':
      return [await upload(), ...both(await orderWithFiles(world, unread))];
    case 'partnerDoctor':
      return [
        await upload(),
        (await buildPrescription(db, { authorId: caller.id })).url ?? '',
        await joinedFile(world, caller),
      ];
    default:
      return [...both(await orderWithFiles(world, unread)), url ?? ''];
  }
}

export const fileScenarios: ScenariosOf<typeof fileEndpoints> = {
  uploadFile: {
    legal: async () => form('prescription', await drawPicture()),
    naming: async (_world, { type }) => {
      if (type === 'customer') return null;
      const [picture, drawn] = [await drawPicture(), await drawPicture('png')];
      return {
        status: 403,
        missing: await form('insurance', picture),
        foreign: [
          await form('insurance', drawn),
          await form('insurance', smallPdf),
          ...(type === 'partnerDoctor' ? [] : [await form('consultation', drawn)]),
        ],
        visible: [
          await form('prescription', drawn),
          await form('prescription', smallPdf),
          ...(type === 'partnerDoctor' ? [await form('consultation', drawn)] : []),
        ],
      };
    },
  },
  signFile: {
    legal: async (world, caller) => naming((await seenBy(world, caller))[0] ?? ''),
    naming: async (world, caller) => {
      const { server, people } = world;
      const stranger = people.customer.stranger.id;
      const unbound = await buildFile(server.db, { ownerId: stranger });
      const unused = await buildInsuranceCard(server.db);
      const joined = await joinedFile(world, people.partnerDoctor.stranger);
      const others = [unbound.key, unused.fileKey, joined];
      if (!['supervisor', 'superAdmin'].includes(caller.type)) {
        const { photograph, card } = await orderWithFiles(world, { pharmacyId: people.pharmacy.stranger.id });
        others.push(photograph, card, (await buildPrescription(server.db)).url ?? '');
      }
      const malformed = ['', '../../etc/passwd', "' or true --", 'a'.repeat(5_000), '\u0000', 'é'];
      return {
        status: 404,
        missing: naming(randomBytes(24).toString('base64url')),
        foreign: [...others, ...malformed].map(naming),
        visible: (await seenBy(world, caller)).map(naming),
      };
    },
  },
  openFile: {
    legal: async ({ server }) => {
      const { row, token } = await server.signIn('customer');
      const { key } = await storeTestFile(server, { ownerId: row.id });
      const expiresAt = new Date(server.clock.now().getTime() + LINK_MS);
      const link = { object: `file:${key}`, userId: row.id, session: tokenHash(token), expiresAt };
      return { params: { token: signLink(server.ctx.linkSecrets[0], link) } };
    },
  },
};
