import { expect } from 'vitest';
import type { Seen, TestApp, Visitor } from '../testing/test-app.ts';

/** The calls of a consultation, for tests. */
export interface Talk {
  start(patient: Visitor, body?: object): Promise<string>;
  accept(doctor: Visitor, id: string): Promise<Seen>;
  complete(doctor: Visitor, id: string): Promise<Seen>;
  send(visitor: Visitor, id: string, body: object): Promise<Seen>;
  read(visitor: Visitor, id: string, query?: string): Promise<Seen>;
  /** A consultation of these two, accepted. */
  active(patient: Visitor, doctor: Visitor): Promise<string>;
}

export function talkOver(server: TestApp): Talk {
  const talk: Talk = {
    start: async (patient, body = {}) => {
      const request = { patientName: 'Afi Kpadé', initialMessage: 'Bonjour docteur', ...body };
      const response = await server.call(patient, 'POST', '/chat/start', request);
      expect([response.status, response.body]).toEqual([201, { success: true, chatId: expect.any(String) }]);
      return response.body.chatId;
    },
    accept: (doctor, id) => server.call(doctor, 'POST', `/chat/accept/${id}`),
    complete: (doctor, id) => server.call(doctor, 'POST', `/chat/${id}/complete`),
    send: (visitor, id, body) => server.call(visitor, 'POST', `/chat/${id}/message`, body),
    read: (visitor, id, query = '') => server.call(visitor, 'GET', `/chat/${id}${query}`),
    active: async (patient, doctor) => {
      const id = await talk.start(patient);
      expect((await talk.accept(doctor, id)).status).toBe(200);
      return id;
    },
  };
  return talk;
}
