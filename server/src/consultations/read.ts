import type { Chat } from '@amasin/domain/consultations/consultation.ts';
import type { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '@amasin/domain/contract/paging.ts';
import { recordReads } from '../audit/record-reads.ts';
import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { consultationsOf, consultationsSeenBy } from '../scopes/consultations.ts';
import type { Seen } from '../scopes/seen.ts';
import { presentChat, presentConsultation } from './present.ts';
import {
  type ConsultationView,
  findConsultation,
  findConsultationsOfDoctor,
  findConsultationsOfPatient,
  findMessages,
  findPendingRequests,
} from './queries.ts';
import { countAvailableDoctors, raiseReadSeq } from './write-queries.ts';

type Input = HandlerInput<typeof consultationEndpoints.readChat>;

/** @throws 404 NOT_FOUND, the same for a missing consultation and for one that the caller may not see */
export async function loadChat(ctx: Ctx, { id }: { id: string }): Promise<Seen<ConsultationView>> {
  const view = await findConsultation(ctx.db, ctx.actor, id, consultationsSeenBy(ctx.actor));
  if (view === null) throw new Refusal('NOT_FOUND');
  return view;
}

/**
 * Reads a consultation with the messages after a number, before one, or the latest.
 * @throws 404 NOT_FOUND
 */
export async function readChat(ctx: Ctx, id: string, query: Partial<Input['query']> = {}): Promise<Chat> {
  const view = await loadChat(ctx, { id });
  await recordChats(ctx, [view]);
  const { after, before } = query;
  const limit = after === undefined ? query.limit : MAX_PAGE_SIZE;
  const messages = await findMessages(ctx.db, id, { after, before, limit: limit ?? PAGE_SIZE });
  return presentChat(view, messages, ctx.actor);
}

/** Records that a doctor reads these consultations; a patient reads their own. */
function recordChats(ctx: Ctx, views: readonly ConsultationView[]): Promise<void> {
  const read = views.map(({ consultation: { id, patientId } }) => ({ id, customerId: patientId }));
  return recordReads(ctx, 'consultation', read);
}

/** Lists one page of the caller's own consultations. */
export async function listPatientChats(ctx: Ctx, query: { page: number; limit: number }) {
  const { views, total } = await findConsultationsOfPatient(ctx.db, ctx.actor, query);
  return { chats: views.map((view) => presentConsultation(view, ctx.actor)), total };
}

/** Lists the caller's consultations as a doctor, and all pending requests once they are verified. */
export async function listDoctorChats(ctx: Ctx) {
  const { db, actor } = ctx;
  const mine = await findConsultationsOfDoctor(db, actor);
  const pending = await findPendingRequests(db, actor);
  await recordChats(ctx, [...mine, ...pending]);
  return {
    activeChats: mine.map((view) => presentConsultation(view, actor)),
    pendingRequests: pending.map((view) => presentConsultation(view, actor)),
  };
}

/**
 * Marks messages as read by the patient or the assigned doctor.
 * @throws 404 NOT_FOUND for anyone else
 */
export async function markChatRead({ db, actor }: Ctx, id: string, seq: number): Promise<void> {
  const view = await findConsultation(db, actor, id, consultationsOf(actor));
  if (view === null) throw new Refusal('NOT_FOUND');
  await raiseReadSeq(db, id, actor.type === 'customer' ? 'patientReadSeq' : 'doctorReadSeq', seq);
}

/** Reads whether a doctor is available now. */
export async function readAvailability({ db, clock, settings }: Ctx) {
  const doctors = await countAvailableDoctors(db, clock.now());
  return { available: doctors > 0, doctors, emergencyNumber: settings.emergencyNumber };
}
