import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildFile } from '../builders/file.ts';
import { files } from '../database/schema/files.ts';
import { sweepUnbound } from '../files/sweep-files.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { drawPicture, smallPdf, upload } from '../testing/upload.ts';
import { type Talk, talkOver } from './talk.fixture.ts';

let server: TestApp;
let talk: Talk;
let patient: Visitor;
let doctor: Visitor;
let id: string;

beforeAll(async () => {
  server = await startTestApp();
  talk = talkOver(server);
});
beforeEach(async () => {
  patient = await server.signIn('customer');
  doctor = await server.signIn('partnerDoctor');
  id = await talk.active(patient, doctor);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const sendPicture = async (visitor: Visitor) =>
  (await upload(server, visitor, await drawPicture(), { type: 'consultation' })).body.url as string;
const link = (visitor: Visitor, key: string) => server.call(visitor, 'POST', '/upload/signed-url', { key });

describe('a file', () => {
  it('is bound to one message and readable only by its patient and doctor', async () => {
    const key = await sendPicture(patient);
    expect((await link(doctor, key)).status).toBe(404);
    const { status, body } = await talk.send(patient, id, { content: 'Ma main', file: key });
    expect([status, body.message.file]).toEqual([201, key]);
    expect((await talk.read(doctor, id)).body.chat.lastMessage).toMatchObject({ hasFile: true });
    for (const visitor of [patient, doctor]) {
      const opened = await link(visitor, key);
      expect(opened.status).toBe(200);
      const { statusCode } = await server.app.inject({ url: opened.body.url });
      expect(statusCode).toBe(200);
    }
    for (const type of [
      'customer',
      'partnerDoctor',
      'agent',
      'pharmacy',
      'supervisor',
      'superAdmin',
    ] as const)
      expect((await link(await server.signIn(type), key)).status, type).toBe(404);
    await talk.complete(doctor, id);
    expect((await link(doctor, key)).status).toBe(200);
  });

  it('must be the sender’s own, unbound upload for a consultation', async () => {
    const { key: foreign } = await buildFile(server.db, { category: 'consultation' });
    const { key: other } = await buildFile(server.db, { ownerId: patient.row.id });
    const used = await sendPicture(patient);
    await talk.send(patient, id, { file: used });
    for (const file of [foreign, other, used, 'x', '../etc/passwd']) {
      const refused = await talk.send(patient, id, { content: 'Voici', file });
      expect([refused.status, refused.body.fields], file).toEqual([422, { file: 'Fichier requis' }]);
    }
    const fromDoctor = await sendPicture(doctor);
    expect((await talk.send(doctor, id, { file: fromDoctor })).status).toBe(201);
  });

  it('is bound once when its message is sent twice', async () => {
    const message = { file: await sendPicture(patient), clientMessageId: 'photo' };
    const first = await talk.send(patient, id, message);
    const again = await talk.send(patient, id, message);
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
  });

  it('remains after the sweep when it is bound, and is deleted when it is not', async () => {
    const joined = await sendPicture(doctor);
    const loose = await sendPicture(doctor);
    await talk.send(doctor, id, { file: joined });
    server.clock.advance(25 * 3600);
    await sweepUnbound(server.ctx);
    const rows = await server.db.select().from(files).where(eq(files.ownerId, doctor.row.id));
    expect(rows.map(({ key }) => key)).toEqual([joined]);
    expect([loose, await server.ctx.files.read(loose)]).toEqual([loose, null]);
  });

  it('is uploaded for a consultation by customers and doctors only', async () => {
    for (const type of ['agent', 'supervisor', 'superAdmin'] as const) {
      const visitor = await server.signIn(type);
      expect((await upload(server, visitor, smallPdf, { type: 'consultation' })).status, type).toBe(403);
    }
  });
});
