import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildConsultation } from '../builders/consultation.ts';
import { times } from '../testing/http.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { presentChat } from './present.ts';
import { findConsultation, findMessages } from './queries.ts';
import { type Talk, talkOver } from './talk.fixture.ts';
import { offerRequestsAgain } from './talk.ts';

let server: TestApp;
let talk: Talk;
let patient: Visitor;
let doctor: Visitor;
let colleague: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  talk = talkOver(server);
});
beforeEach(async () => {
  patient = await server.signIn('customer');
  doctor = await server.signIn('partnerDoctor');
  colleague = await server.signIn('partnerDoctor');
});
afterAll(() => server.close());

type Numbered = { seq: number; content: string }[];
const numbers = (messages: Numbered) => messages.map(({ seq }) => seq);
const range = (from: number, to: number) => times(to - from + 1, (n) => from + n);
const mark = (visitor: Visitor, id: string, seq: number) =>
  server.call(visitor, 'POST', `/chat/${id}/read`, { seq });
const unread = async (visitor: Visitor, id: string) => (await talk.read(visitor, id)).body.chat.unread;

describe('messages', () => {
  const messages = times(248, (n) => ({ by: n % 2 ? 'doctor' : 'patient', content: `n° ${n + 3}` }) as const);

  it('are read by number, in order', async () => {
    const { id } = await buildConsultation(server.db, {
      status: 'active',
      patientId: patient.row.id,
      doctorId: doctor.row.id,
      messages,
    });
    const page = async (query: string) => {
      const { status, body } = await talk.read(patient, id, query);
      expect(status).toBe(200);
      expect(body.chat.lastSeq).toBe(250);
      return numbers(body.chat.messages);
    };
    expect(await page('')).toEqual(range(201, 250));
    expect(await page('?after=0')).toEqual(range(1, 200));
    expect(await page('?after=200')).toEqual(range(201, 250));
    expect(await page('?after=250')).toEqual([]);
    expect(await page('?before=201')).toEqual(range(151, 200));
    expect(await page('?before=11&limit=4')).toEqual(range(7, 10));
    expect(await page('?before=1')).toEqual([]);
    for (const query of ['?after=x', '?after=-1', '?before=1.5', '?limit=0']) {
      expect((await talk.read(patient, id, query)).status).toBe(422);
    }
  });

  it('stored after the consultation was read are left to the next read', async () => {
    const id = await talk.start(patient);
    const reader = { _id: patient.row.id, type: patient.row.type };
    const view = await findConsultation(server.db, reader, id);
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
    expect(body.chat).toEqual({
      _id: id,
      chatId: id,
      patientId: null,
      patientName: 'Afi Kpadé',
      patientPhone: null,
      patientEmail: null,
      doctorId: null,
      doctorName: null,
      status: 'pending',
      createdAt: expect.any(String),
      acceptedAt: null,
      completedAt: null,
      initialMessage: 'Bonjour docteur',
      lastSeq: 1,
      unread: 0,
      lastMessage: expect.objectContaining({ seq: 1, content: 'Bonjour docteur' }),
      allowedActions: ['accept'],
      messages: [expect.objectContaining({ seq: 1, senderId: null, content: 'Bonjour docteur' })],
    });
    const { messages } = (await talk.read(patient, id)).body.chat;
    expect(messages.at(-1).content).toBe(
      'Aucun médecin n’a encore répondu. Votre demande vient d’être proposée à nouveau à tous les médecins.',
    );
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
      const lists = (await server.call(colleague, 'GET', '/chat/doctor/my-chats')).body;
      expect(JSON.stringify(lists)).not.toContain(id);
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
    expect(all.chats.map(({ chatId }: { chatId: string }) => chatId)).toEqual(ids);
    expect(all).toMatchObject({ success: true, total: 3 });
    expect(all.chats[0]).not.toHaveProperty('messages');
    const second = await list('?limit=2&page=2');
    expect([second.chats.length, second.chats[0].chatId, second.total]).toEqual([1, ids[2], 3]);
  });

  it('show a doctor the active ones, then 50 completed ones, and the requests, oldest first', async () => {
    const given = { patientId: patient.row.id, doctorId: doctor.row.id };
    const at = (minutes: number) => new Date(Date.UTC(2026, 10, 19, 8, minutes));
    const completed: string[] = [];
    for (let n = 0; n < 52; n += 1) {
      const built = await buildConsultation(server.db, { ...given, status: 'completed', createdAt: at(n) });
      completed.unshift(built.id);
    }
    const active: string[] = [];
    for (const n of [1, 2]) {
      const built = await buildConsultation(server.db, { ...given, status: 'active', createdAt: at(n) });
      active.unshift(built.id);
    }
    const waiting: string[] = [];
    for (const n of [-30, -20]) waiting.push((await buildConsultation(server.db, { createdAt: at(n) })).id);
    const { body } = await server.call(doctor, 'GET', '/chat/doctor/my-chats');
    const ids = (chats: { _id: string }[]) => chats.map(({ _id }) => _id);
    expect(ids(body.activeChats)).toEqual([...active, ...completed.slice(0, 50)]);
    expect(ids(body.pendingRequests).slice(0, 2)).toEqual(waiting);
    for (const request of body.pendingRequests) {
      expect([request.patientId, request.patientPhone, request.patientEmail]).toEqual([null, null, null]);
    }
    const { activeChats, pendingRequests } = (await server.call(colleague, 'GET', '/chat/doctor/my-chats'))
      .body;
    expect([activeChats, ids(pendingRequests).slice(0, 2)]).toEqual([[], waiting]);
  });
});

describe('unread messages', () => {
  it('are those of the other participant, including system lines for the patient', async () => {
    const id = await talk.active(patient, doctor);
    expect([await unread(patient, id), await unread(doctor, id)]).toEqual([1, 0]);
    await talk.send(patient, id, { content: 'un' });
    await talk.send(patient, id, { content: 'deux' });
    await talk.send(doctor, id, { content: 'trois' });
    expect([await unread(patient, id), await unread(doctor, id)]).toEqual([2, 2]);
    expect((await mark(doctor, id, 3)).status).toBe(204);
    expect(await unread(doctor, id)).toBe(1);
    await mark(doctor, id, 1_000_000);
    await mark(doctor, id, 0);
    expect([await unread(patient, id), await unread(doctor, id)]).toEqual([2, 0]);
    await talk.send(patient, id, { content: 'quatre' });
    expect(await unread(doctor, id)).toBe(1);
    for (const seq of [-1, 1.5, '3', null]) {
      expect((await mark(patient, id, seq as number)).status).toBe(422);
    }
  });

  it('of a request cannot be marked as read by a doctor', async () => {
    const id = await talk.start(patient);
    expect((await mark(doctor, id, 1)).status).toBe(404);
    expect((await mark(patient, id, 1)).status).toBe(204);
  });
});
