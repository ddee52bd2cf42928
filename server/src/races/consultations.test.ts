import type { ChatMessage } from '@amasin/domain/consultations/consultation.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { buildConsultation } from '../builders/consultation.ts';
import { buildOrder } from '../builders/order.ts';
import { ROUNDS, times } from '../testing/http.ts';
import { eventsOf, type LiveClient, type LiveTest, startLiveTest, WAIT } from '../testing/live.ts';
import type { Visitor } from '../testing/test-app.ts';
import { whileReferenced } from '../testing/while-locked.ts';
import { call, codesOf, race, rowsOf, server, startServer } from './race.ts';

const CALLERS = 20;

let live: LiveTest;
let patient: Visitor;
let doctors: Visitor[];
let doctor: Visitor;

startServer(
  {},
  async () => {
    patient = await server.signIn('customer');
    doctors = await Promise.all(times(CALLERS, () => server.signIn('partnerDoctor')));
    doctor = doctors[0]!;
  },
  async () => {
    live = await startLiveTest(server);
    return live.url;
  },
);
// Vitest runs this before the hook that closes the server.
afterAll(() => live.live.close());

const build = async (status: 'pending' | 'active', by = doctor) =>
  (await buildConsultation(server.db, { status, patientId: patient.row.id, doctorId: by.row.id })).id;
const accept = (by: Visitor, id: string) => call(by, 'POST', `/chat/accept/${id}`);
const complete = (by: Visitor, id: string) => call(by, 'POST', `/chat/${id}/complete`);
const send = (by: Visitor, id: string, body: object) => call(by, 'POST', `/chat/${id}/message`, body);
const read = async (by: Visitor, id: string, after = 0) =>
  (await call(by, 'GET', `/chat/${id}?after=${after}&limit=100`)).body.chat;
const idsOf = (messages: readonly { _id: string }[]) => messages.map(({ _id }) => _id);

const emit = (client: LiveClient, event: string, data: object) =>
  client.socket.timeout(60_000).emitWithAck(event, data);
const join = async (client: LiveClient, chatId: string) =>
  expect(await emit(client, 'joinChat', { chatId })).toEqual({ success: true });
const about = (client: LiveClient, event: string, chatId: string) =>
  eventsOf(client, event).filter((data) => (data as { chatId: string }).chatId === chatId);
const messagesAt = (client: LiveClient, id: string): ChatMessage[] =>
  about(client, 'newMessage', id).map((data) => (data as { message: ChatMessage }).message);

const noticesAbout = async (id: string, title: string) => {
  const text = `select user_id from notifications where link like '%' || $1 and title = $2`;
  return (await rowsOf(text, [id, title])).map(({ user_id }) => user_id);
};

describe('accepting', () => {
  let connected: LiveClient[] | undefined;
  race('by 20 doctors at once: one gets the request, the others 409, and each screen says so', {
    given: async () => {
      connected ??= await Promise.all([patient, ...doctors].map((visitor) => live.connect(visitor)));
      return { id: await build('pending'), connected };
    },
    callers: ({ id }) => doctors.map((visitor) => () => accept(visitor, id)),
    invariant: async (responses, { id, connected: [atPatient, ...screens] }) => {
      expect(codesOf(responses)).toEqual([200, ...times(19, () => 'CHAT_TAKEN')]);
      const winner = responses.findIndex(({ status }) => status === 200);
      const { id: doctorId, name: doctorName } = doctors[winner]!.row;
      expect(responses[winner]?.body.chat.doctorId).toBe(doctorId);
      expect(await read(patient, id)).toMatchObject({ doctorId, lastSeq: 2 });
      expect(await noticesAbout(id, 'Consultation acceptée')).toEqual([patient.row.id]);

      await live.settled(atPatient!, ...screens);
      expect(about(atPatient!, 'chatAccepted', id)).toEqual([{ chatId: id, doctorName, doctorId }]);
      expect(about(atPatient!, 'chatTaken', id)).toEqual([]);
      for (const [index, screen] of screens.entries()) {
        const { status } = await call(doctors[index]!, 'GET', `/chat/${id}`);
        const events = ['chatAccepted', 'chatTaken'].map((event) => about(screen, event, id).length);
        expect([status, ...events]).toEqual(index === winner ? [200, 1, 0] : [404, 0, 1]);
      }
    },
  });

  race('and completing: serialized, and no chat is active without a doctor', {
    together: 3,
    given: () => build('pending'),
    callers: (id) => {
      const [first, second] = doctors as [Visitor, Visitor];
      return [
        () => accept(first, id),
        () => accept(second, id),
        () => complete(first, id),
        () => complete(second, id),
        () => send(patient, id, { content: 'Bonjour' }),
      ];
    },
    invariant: async (_, id) => {
      const chat = await read(patient, id);
      expect(doctors.slice(0, 2).map(({ row }) => row.id)).toContain(chat.doctorId);
      expect(['active', 'completed']).toContain(chat.status);
      const lines = chat.messages.filter(({ senderType }: ChatMessage) => senderType === 'system');
      expect(lines).toHaveLength(chat.status === 'active' ? 1 : 2);
      if (chat.status === 'completed') expect(chat.messages.at(-1)).toEqual(lines.at(-1));
    },
  });
});

describe('one message', () => {
  race('sent 20 times at once: stored once, with the same id for all', {
    together: 3,
    given: () => build('active'),
    callers: (id, round) => {
      const body = { content: 'Bonjour', clientMessageId: `m-${round}` };
      return times(CALLERS, () => () => send(round % 2 === 0 ? patient : doctor, id, body));
    },
    invariant: async (responses, id) => {
      expect(codesOf(responses)).toEqual([...times(19, () => 200), 201]);
      expect(new Set(responses.map(({ body }) => body.message._id)).size).toBe(1);
      expect((await read(patient, id)).lastSeq).toBe(3);
    },
  });

  race('sent ten times by socket and ten times by HTTP at once: stored once', {
    together: 2,
    given: async (round) => {
      const sender = round % 2 === 0 ? patient : doctor;
      return { id: await build('active'), sender, client: await live.connect(sender) };
    },
    callers: ({ id, sender, client }, round) => {
      const message = { content: 'Bonjour', clientMessageId: `m-${round}` };
      return times(CALLERS, (n) => async () => {
        if (n % 2 === 0) return (await send(sender, id, message)).body.message;
        const response = await emit(client, 'sendMessage', { chatId: id, message });
        expect(response).toMatchObject({ success: true });
        return response.message;
      });
    },
    invariant: async (stored, { id, sender, client }) => {
      client.socket.disconnect();
      const { messages, lastSeq } = await read(sender, id);
      expect(lastSeq).toBe(3);
      expect(stored).toEqual(times(CALLERS, () => messages.at(-1)));
    },
  });
});

describe('messages', () => {
  const numbered = (n: number) => ({ content: `n° ${n}`, clientMessageId: `${n}` });
  /** The id of the message, or nothing when the consultation is completed. */
  const byHttp = (by: Visitor, id: string, n: number) => async () => {
    const { status, body } = await send(by, id, numbered(n));
    if (status === 201) return [body.message._id];
    expect([status, body.message]).toEqual([409, 'Cette consultation est terminée']);
    return [];
  };
  const bySocket = (client: LiveClient, id: string, n: number) => async () => {
    const { message, code } = await emit(client, 'sendMessage', { chatId: id, message: numbered(n) });
    if (code === undefined) return [message._id];
    expect([code, message]).toEqual(['CHAT_COMPLETED', expect.stringContaining('terminée')]);
    return [];
  };
  const completing = (id: string) => async (): Promise<string[]> => {
    expect((await complete(doctor, id)).status).toBe(200);
    return [];
  };

  for (const how of ['HTTP', 'socket and HTTP'] as const) {
    race(`sent by ${how} while the doctor completes: before the closing line, or refused`, {
      together: 2,
      given: async () => {
        const id = await build('active');
        const clients = [await live.connect(patient), await live.connect(doctor)] as const;
        for (const client of clients) await join(client, id);
        return { id, clients };
      },
      callers: ({ id, clients }) => [
        completing(id),
        ...times(CALLERS, (n) =>
          how === 'HTTP' || n < CALLERS / 2
            ? byHttp(n % 2 === 0 ? patient : doctor, id, n)
            : bySocket(clients[n % 2 === 0 ? 0 : 1], id, n),
        ),
      ],
      invariant: async (results, { id, clients }) => {
        for (const client of clients) {
          await vi.waitFor(() => expect(about(client, 'chatCompleted', id)).toHaveLength(1), WAIT);
        }
        const { messages, status } = await read(doctor, id);
        const [written, closing] = [messages.slice(2, -1), messages.at(-1)];
        expect(status).toBe('completed');
        expect(idsOf(written).sort()).toEqual(results.flat().sort());
        expect(closing).toMatchObject({ seq: written.length + 3, senderType: 'system' });
        expect(await noticesAbout(id, 'Consultation terminée')).toEqual([patient.row.id]);
        for (const client of clients) {
          // The line of the acceptance may arrive after they have joined.
          const received = messagesAt(client, id).filter(({ seq }) => seq > 2);
          expect(idsOf(received)).toEqual(idsOf(messages.slice(2)));
          client.socket.disconnect();
        }
      },
    });
  }

  const MESSAGES = 50;
  race('read by a client that joins, then reads what it missed: exactly the stored list', {
    together: 2,
    rounds: ROUNDS / 5,
    given: async () => ({ id: await build('active'), seen: new Map<string, ChatMessage>(), sent: 0 }),
    callers: (given, round) => {
      const { id, seen } = given;
      const readNew = async () =>
        (await read(patient, id, Math.max(0, ...[...seen.values()].map(({ seq }) => seq)))).messages;
      const sending = (async () => {
        for (; given.sent < MESSAGES; given.sent += 1)
          expect((await send(doctor, id, { content: `n° ${given.sent}` })).status).toBe(201);
      })();
      const reading = async () => {
        // Each connection ends at another message.
        for (let cut = 1; given.sent < MESSAGES; cut += 3 + (round % 7)) {
          const client = await live.connect(patient);
          await join(client, id);
          const messages = await readNew();
          await vi.waitFor(() => expect(given.sent).toBeGreaterThanOrEqual(Math.min(cut, MESSAGES)), WAIT);
          for (const message of [...messages, ...messagesAt(client, id)]) {
            expect(message).toEqual(seen.get(message._id) ?? message);
            seen.set(message._id, message);
          }
          client.socket.disconnect();
        }
        await sending;
        for (const message of await readNew()) seen.set(message._id, message);
      };
      return [reading];
    },
    invariant: async (_, { id, seen }) => {
      const { messages: stored } = await read(patient, id);
      expect([...seen.values()].toSorted((a, b) => a.seq - b.seq)).toEqual(stored);
      expect(stored).toHaveLength(MESSAGES + 2);
    },
  });
});

describe('deactivating an account', () => {
  /** Time limit of closing the connections of a deactivated account. */
  const CLOSED = { timeout: 2_000, interval: 10 };
  const deactivate = async ({ row }: Visitor) => {
    const admin = await server.signIn('superAdmin');
    const path = `/users/${row.id}/toggle-active`;
    expect((await call(admin, 'PATCH', path, { active: false })).status).toBe(200);
  };
  const connectionsOf = ({ row }: Visitor) =>
    [...live.live.io.sockets.sockets.values()].filter(({ data }) => data.userId === row.id);

  race('closes its connections within two seconds, also those being made; nothing is stored afterwards', {
    together: 2,
    given: async () => {
      const leaving = await server.signIn('partnerDoctor');
      const atPatient = await live.connect(patient);
      const screens = await Promise.all(times(2, () => live.connect(leaving)));
      return { leaving, id: await build('active', leaving), atPatient, screens };
    },
    callers: ({ leaving, id, screens }) => [
      async () => {
        await deactivate(leaving);
        return [];
      },
      ...times(10, (n) => async () => {
        const message = { content: 'Bonjour' };
        const response = await emit(screens[n % 2]!, 'sendMessage', { chatId: id, message }).catch(
          () => null,
        );
        return response?.success ? [response.message._id as string] : [];
      }),
      ...times(5, () => async () => {
        const client = await live.connect(leaving).catch((error: Error) => error);
        if (client instanceof Error) expect(client.message).toMatch(/unauthorized|closed/);
        return [];
      }),
    ],
    invariant: async (results, { leaving, id, atPatient, screens }) => {
      await vi.waitFor(() => expect(connectionsOf(leaving)).toEqual([]), CLOSED);
      const connected = () => screens.map(({ socket }) => socket.connected);
      await vi.waitFor(() => expect(connected()).toEqual([false, false]), CLOSED);
      await expect(live.connect(leaving)).rejects.toThrow('unauthorized');
      expect((await send(leaving, id, { content: 'Encore' })).status).toBe(401);
      const { messages, status } = await read(patient, id, 2);
      expect(status).toBe('completed');
      expect(idsOf(messages.slice(0, -1))).toEqual(expect.arrayContaining(results.flat()));
      await live.settled(atPatient);
      expect(atPatient.socket.connected).toBe(true);
      atPatient.socket.disconnect();
    },
  });

  it('notifies the supervisor at once of orders that need another courier', async () => {
    const courier = await server.signIn('deliveryPerson');
    const supervisor = await server.signIn('supervisor');
    await buildOrder(server.db, { state: 'delivering', deliveryPersonId: courier.row.id });
    const atCourier = await live.connect(courier);
    const atSupervisor = await live.connect(supervisor);
    await deactivate(courier);
    await live.settled(atSupervisor);
    await vi.waitFor(() => expect(atCourier.socket.connected).toBe(false), CLOSED);
    expect(eventsOf(atSupervisor, 'notification')).toMatchObject([{ title: 'Commandes à confier' }]);
    expect(eventsOf(atCourier, 'notification')).toMatchObject([{ title: 'Compte désactivé' }]);
  });

  it('does not wait for a transaction that stores a message of the account', async () => {
    const leaving = await server.signIn('partnerDoctor');
    await whileReferenced(server.pool, leaving.row.id, () => deactivate(leaving));
  });
});
