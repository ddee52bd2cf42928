import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildConsultation } from '../builders/consultation.ts';
import { consultationsSeenBy } from '../scopes/consultations.ts';
import { times } from '../testing/http.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { presentChat } from './present.ts';
import { findConsultation, findMessages } from './queries.ts';
import { type Talk, talkOver } from './talk.fixture.ts';
import { offerRequestsAgain } from './talk.ts';
import { forgetPresence, touchPresence } from './write-queries.ts';

let server: TestApp;
let talk: Talk;
let patient: Visitor;
let doctor: Visitor;
let colleague: Visitor;

beforeAll(async () => {
  server = await startTestApp({ settings: { emergencyNumber: '118' } });
  talk = talkOver(server);
});
beforeEach(async () => {
  patient = await server.signIn('customer');
  doctor = await server.signIn('partnerDoctor');
  colleague = await server.signIn('partnerDoctor');
});
afterAll(() => server.close());

const range = (from: number, to: number) => times(to - from + 1, (n) => from + n);
const mark = (visitor: Visitor, id: string, seq: unknown) =>
  server.call(visitor, 'POST', `/chat/${id}/read`, { seq });
const unread = async (visitor: Visitor, id: string) => (await talk.read(visitor, id)).body.chat.unread;
const listOf = async (who: Visitor) => (await server.call(who, 'GET', '/chat/doctor/my-chats')).body;
const idsOf = (chats: { _id: string }[]) => chats.map(({ _id }) => _id);

describe('messages', () => {
  it('are read by number, in order', async () => {
    const { id } = await buildConsultation(server.db, {
      status: 'active',
      patientId: patient.row.id,
      doctorId: doctor.row.id,
      messages: times(248, (n) => ({ by: n % 2 ? 'doctor' : 'patient', content: `n° ${n + 3}` }) as const),
    });
    for (const [query, expected] of [
      ['', range(201, 250)],
      ['?after=0', range(1, 200)],
      ['?after=200', range(201, 250)],
      ['?after=250', []],
      ['?before=201', range(151, 200)],
      ['?before=11&limit=4', range(7, 10)],
      ['?before=1', []],
    ] as const) {
      const { status, body } = await talk.read(patient, id, query);
      expect([status, body.chat.lastSeq]).toEqual([200, 250]);
      expect(
        body.chat.messages.map(({ seq }: { seq: number }) => seq),
        query,
      ).toEqual(expected);
    }
    for (const query of ['?after=x', '?after=-1', '?before=1.5', '?limit=0'])
      expect((await talk.read(patient, id, query)).status).toBe(422);
  });

  it('stored after the consultation was read are left to the next read', async () => {
    const id = await talk.start(patient);
    const reader = { _id: patient.row.id, type: patient.row.type };
    const view = await findConsultation(server.db, reader, id, consultationsSeenBy(reader));
    await talk.accept(doctor, id);
    const chat = presentChat(view!, await findMessages(server.db, id, { limit: 50 }), reader);
    expect(chat).toMatchObject({ status: 'pending', lastSeq: 1, messages: [{ seq: 1 }] });
  });
});

describe('a pending request', () => {
  it('shows a doctor the name and the first message, nothing else', async () => {
    const id = await talk.start(patient);
    server.clock.advance(300);
    await offerRequestsAgain(server.ctx);
    const { body } = await talk.read(doctor, id, '?after=0');
    const message = expect.objectContaining({ seq: 1, senderId: null, content: 'Bonjour docteur' });
    const patientShown = {
      patientName: 'Afi Kpadé',
      patientId: null,
      patientPhone: null,
      patientEmail: null,
    };
    const accepted = { doctorId: null, doctorName: null, acceptedAt: null, completedAt: null };
    expect(body.chat).toEqual({
      _id: id,
      chatId: id,
      ...patientShown,
      ...accepted,
      status: 'pending',
      createdAt: expect.any(String),
      initialMessage: 'Bonjour docteur',
      lastSeq: 1,
      unread: 0,
      allowedActions: ['accept'],
      lastMessage: expect.objectContaining({ seq: 1, content: 'Bonjour docteur' }),
      messages: [message],
    });
    expect(JSON.stringify(body)).not.toContain(patient.row.id);
  });

  it('returns 404 to the other doctors once one has accepted it', async () => {
    const id = await talk.start(patient);
    expect((await talk.read(colleague, id)).status).toBe(200);
    await talk.accept(doctor, id);
    for (const state of ['active', 'completed']) {
      const missing = await talk.read(colleague, v7());
      expect(await talk.read(colleague, id), state).toMatchObject({ status: 404, body: missing.body });
      expect((await talk.send(colleague, id, { content: 'Bonjour' })).status).toBe(404);
      expect((await mark(colleague, id, 1)).status).toBe(404);
      expect((await talk.complete(colleague, id)).status).toBe(404);
      expect(JSON.stringify(await listOf(colleague))).not.toContain(id);
      await talk.complete(doctor, id);
    }
  });

  it('is not readable by another customer', async () => {
    const id = await talk.start(patient);
    const other = await server.signIn('customer');
    for (const response of [
      await talk.read(other, id),
      await talk.send(other, id, { content: 'x' }),
      await mark(other, id, 1),
    ])
      expect(response).toMatchObject({ status: 404, body: { message: 'Élément introuvable' } });
  });
});

describe('the lists', () => {
  it('show a patient their own, newest first, in pages', async () => {
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      ids.unshift(await talk.start(patient));
      server.clock.advance(60);
    }
    const list = async (query = '') =>
      (await server.call(patient, 'GET', `/chat/patient/my-chats${query}`)).body;
    const all = await list();
    expect(all).toMatchObject({ success: true, total: 3 });
    expect(idsOf(all.chats)).toEqual(ids);
    expect(all.chats[0]).not.toHaveProperty('messages');
    const second = await list('?limit=2&page=2');
    expect([idsOf(second.chats), second.total]).toEqual([[ids[2]], 3]);
  });

  it('show a doctor the active ones, then 50 completed ones, and the requests, oldest first', async () => {
    const at = (minutes: number) => new Date(Date.UTC(2026, 10, 19, 8, minutes));
    const own = { patientId: patient.row.id, doctorId: doctor.row.id };
    const build = async (minutes: readonly number[], given: object) => {
      const ids: string[] = [];
      for (const n of minutes)
        ids.push((await buildConsultation(server.db, { ...given, createdAt: at(n) })).id);
      return ids;
    };
    const completed = await build(range(0, 51), { ...own, status: 'completed' });
    const active = await build([1, 2], { ...own, status: 'active' });
    const waiting = await build([-30, -20], {});
    const { activeChats, pendingRequests } = await listOf(doctor);
    expect(idsOf(activeChats)).toEqual([...active.toReversed(), ...completed.toReversed().slice(0, 50)]);
    expect(idsOf(pendingRequests).slice(0, 2)).toEqual(waiting);
    const anonymous = { patientId: null, patientPhone: null, patientEmail: null };
    for (const request of pendingRequests) expect(request).toMatchObject(anonymous);
    const theirs = await listOf(colleague);
    expect([theirs.activeChats, idsOf(theirs.pendingRequests).slice(0, 2)]).toEqual([[], waiting]);
  });
});

describe('unread messages', () => {
  it('are those of the other participant, including system lines for the patient', async () => {
    const id = await talk.active(patient, doctor);
    const both = async () => [await unread(patient, id), await unread(doctor, id)];
    expect(await both()).toEqual([1, 0]);
    await talk.send(patient, id, { content: 'un' });
    await talk.send(patient, id, { content: 'deux' });
    await talk.send(doctor, id, { content: 'trois' });
    expect(await both()).toEqual([2, 2]);
    expect((await mark(doctor, id, 3)).status).toBe(204);
    expect(await unread(doctor, id)).toBe(1);
    await mark(doctor, id, 1_000_000);
    await mark(doctor, id, 0);
    expect(await both()).toEqual([2, 0]);
    await talk.send(patient, id, { content: 'quatre' });
    expect(await unread(doctor, id)).toBe(1);
    for (const seq of [-1, 1.5, '3', null]) expect((await mark(patient, id, seq)).status).toBe(422);
  });

  it('of a request cannot be marked as read by a doctor', async () => {
    const id = await talk.start(patient);
    expect((await mark(doctor, id, 1)).status).toBe(404);
    expect((await mark(patient, id, 1)).status).toBe(204);
  });
});

describe('available doctors', () => {
  const available = async (visitor = patient) => {
    const { body } = await server.call(visitor, 'GET', '/chat/availability');
    const { doctors } = body;
    expect(body).toEqual({ success: true, available: doctors > 0, doctors, emergencyNumber: '118' });
    return doctors;
  };
  const touch = (people: readonly Visitor[], at = server.clock.now()) =>
    touchPresence(
      server.db,
      people.map(({ row }) => row.id),
      at,
    );

  it('are active and were connected within a minute', async () => {
    const inactive = await server.signIn('partnerDoctor', { active: false });
    expect(await available()).toBe(0);
    await touch([]);
    await touch([doctor, inactive, await server.signIn('supervisor'), patient]);
    expect([await available(), await available(doctor)]).toEqual([1, 1]);
    server.clock.advance(60);
    expect(await available()).toBe(1);
    await touch([colleague]);
    server.clock.advance(1);
    expect(await available()).toBe(1);
    await touch([doctor, colleague]);
    expect(await available()).toBe(2);
    // An older time, written later by another process, changes nothing.
    await touch([doctor], new Date(+server.clock.now() - 3_600_000));
    expect(await available()).toBe(2);
    await forgetPresence(server.db, doctor.row.id);
    expect(await available()).toBe(1);
  });

  it('are not users who have been removed', async () => {
    const before = await available();
    await server.pool.query('delete from users where id = $1', [colleague.row.id]);
    await touch([colleague]);
    expect(await available()).toBe(before);
  });
});
