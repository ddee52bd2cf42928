import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Ctx } from '../ctx.ts';
import { linkTo } from '../files/links/sign-file.ts';
import { Refusal } from '../refusal.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import { listPrescriptions, searchPrescription } from './find-prescriptions.ts';
import { presentPrescription } from './present.ts';
import { findPrescription, findPrescriptionFor, type PrescriptionView } from './queries.ts';
import { createPrescription } from './writing/create-prescription.ts';
import { deletePrescription, updatePrescription } from './writing/edit-prescription.ts';

/** @throws 404 NOT_FOUND, the same when the prescription does not exist and when the caller may not see it */
async function load(ctx: Ctx, { id }: { id: string }): Promise<PrescriptionView> {
  const view = await findPrescriptionFor(ctx.db, ctx.actor, id);
  if (view === null) throw new Refusal('NOT_FOUND');
  return view;
}

export const prescriptionHandlers: HandlersOf<typeof prescriptionEndpoints> = {
  listPrescriptions: handler(prescriptionEndpoints.listPrescriptions, {
    handle: async (ctx, { query }) => ok(await listPrescriptions(ctx, 'seen', query)),
  }),
  listMyPrescriptions: handler(prescriptionEndpoints.listMyPrescriptions, {
    handle: async (ctx, { query }) => ok(await listPrescriptions(ctx, 'written', query)),
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
    load,
    handle: async (ctx, { body }, view) => {
      await updatePrescription(ctx, view, body);
      const now = await findPrescription(ctx.db, view.prescription.id);
      if (now === null) throw new Refusal('NOT_FOUND');
      return ok({ prescription: presentPrescription(now, ctx.actor) });
    },
  }),
  deletePrescription: handler(prescriptionEndpoints.deletePrescription, {
    load,
    handle: async (ctx, _input, { prescription }) => {
      await deletePrescription(ctx, prescription.id);
      return noContent();
    },
  }),
  printPrescription: handler(prescriptionEndpoints.printPrescription, {
    perMinute: (settings) => settings.uploadsPerMinute,
    load,
    handle: async (ctx, _input, { prescription }) =>
      ok({ url: linkTo(ctx, `prescription:${prescription.id}`) }),
  }),
};
