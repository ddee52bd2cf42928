import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { SQL } from 'drizzle-orm';
import type { Ctx } from '../ctx.ts';
import { linkTo } from '../files/links/link-to.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../http/handlers.ts';
import { Refusal } from '../refusal.ts';
import { createPrescription } from './create-prescription.ts';
import { deletePrescription } from './delete-prescription.ts';
import { listPrescriptions } from './list-prescriptions.ts';
import { presentPrescription } from './present.ts';
import { findPrescription, findPrescriptionIn, type PrescriptionView } from './queries.ts';
import { prescriptionsSeenBy, prescriptionsWrittenBy } from './scope.ts';
import { searchPrescription } from './search-prescription.ts';
import { updatePrescription } from './update-prescription.ts';

async function load(ctx: Ctx, { id }: { id: string }, scope: SQL | undefined): Promise<PrescriptionView> {
  const view = await findPrescriptionIn(ctx.db, id, scope);
  if (view === null) throw new Refusal('NOT_FOUND');
  return view;
}

/** The prescription of the path: 404 alike where there is none and where it is not the caller's to see. */
const loadSeen = (ctx: Ctx, params: { id: string }) => load(ctx, params, prescriptionsSeenBy(ctx.actor));

export const prescriptionHandlers: HandlersOf<typeof prescriptionEndpoints> = {
  listPrescriptions: handler(prescriptionEndpoints.listPrescriptions, {
    handle: async (ctx, { query }) => ok(await listPrescriptions(ctx, prescriptionsSeenBy(ctx.actor), query)),
  }),
  listMyPrescriptions: handler(prescriptionEndpoints.listMyPrescriptions, {
    handle: async (ctx, { query }) =>
      ok(await listPrescriptions(ctx, prescriptionsWrittenBy(ctx.actor), query)),
  }),
  searchPrescription: handler(prescriptionEndpoints.searchPrescription, {
    perMinute: (settings) => settings.searchesPerMinute,
    handle: async (ctx, { params }) => ok({ prescription: await searchPrescription(ctx, params.number) }),
  }),
  createPrescription: handler(prescriptionEndpoints.createPrescription, {
    handle: async (ctx, { body }) => {
      const { view, isNew } = await createPrescription(ctx, body);
      return (isNew ? created : ok)({ prescription: presentPrescription(view, ctx.actor) });
    },
  }),
  updatePrescription: handler(prescriptionEndpoints.updatePrescription, {
    load: loadSeen,
    handle: async (ctx, { body }, view) => {
      await updatePrescription(ctx, view, body);
      const now = await findPrescription(ctx.db, view.prescription.id);
      if (now === null) throw new Refusal('NOT_FOUND');
      return ok({ prescription: presentPrescription(now, ctx.actor) });
    },
  }),
  deletePrescription: handler(prescriptionEndpoints.deletePrescription, {
    load: loadSeen,
    handle: async (ctx, _input, { prescription }) => {
      await deletePrescription(ctx, prescription.id);
      return noContent();
    },
  }),
  printPrescription: handler(prescriptionEndpoints.printPrescription, {
    load: loadSeen,
    handle: async (ctx, _input, { prescription }) =>
      ok({ url: linkTo(ctx, `prescription:${prescription.id}`) }),
  }),
};
