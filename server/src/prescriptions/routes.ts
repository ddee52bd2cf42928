import { reviewEndpoints } from '@amasin/domain/medications/endpoints.ts';
import {
  prescriptionCheckEndpoints,
  prescriptionEndpoints,
  restEndpoints,
} from '@amasin/domain/prescriptions/endpoints.ts';
import type { Ctx } from '../ctx.ts';
import { linkTo } from '../files/links.ts';
import { findMedication } from '../medications/queries.ts';
import { Refusal } from '../refusal.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import type { Seen } from '../scopes/seen.ts';
import { listPrescriptions, searchPrescription } from './find.ts';
import { presentPrescription, presentToReview } from './present.ts';
import {
  findOrderedWith,
  findPrescription,
  findPrescriptionAgain,
  findPrescriptionFor,
  type PrescriptionView,
} from './queries.ts';
import { listRests, renounceRest } from './rests.ts';
import { checkPrescription, listPrescriptionsToCheck, reviewMedication } from './review.ts';
import { findToReview } from './review-queries.ts';
import { createPrescription, deletePrescription, updatePrescription } from './write.ts';

/** @throws 404 NOT_FOUND, the same when the prescription does not exist and when the caller may not see it */
async function load(ctx: Ctx, { id }: { id: string }): Promise<Seen<PrescriptionView>> {
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
    limit: 'searchesPerMinute',
    handle: async (ctx, { params }) => ok({ prescription: await searchPrescription(ctx, params.number) }),
  }),
  createPrescription: handler(prescriptionEndpoints.createPrescription, {
    handle: async (ctx, { body }) => {
      const { view, isNew } = await createPrescription(ctx, body);
      return (isNew ? created : ok)({ prescription: presentPrescription(view, ctx) });
    },
  }),
  updatePrescription: handler(prescriptionEndpoints.updatePrescription, {
    load,
    handle: async (ctx, { body }, view) => {
      await updatePrescription(ctx, view, body);
      const now = await findPrescriptionAgain(ctx.db, view);
      if (now === null) throw new Refusal('NOT_FOUND');
      return ok({ prescription: presentPrescription(now, ctx) });
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
    limit: 'uploadsPerMinute',
    load,
    handle: async (ctx, _input, { prescription }) =>
      ok({ url: linkTo(ctx, `prescription:${prescription.id}`) }),
  }),
};

export const restHandlers: HandlersOf<typeof restEndpoints> = {
  listRests: handler(restEndpoints.listRests, {
    handle: async (ctx) => {
      const prescriptions = await listRests(ctx);
      return ok({ prescriptions, total: prescriptions.length });
    },
  }),
  renounceRest: handler(restEndpoints.renounceRest, {
    load: async (ctx, { id }) => {
      const view = await findOrderedWith(ctx.db, ctx.actor._id, id);
      if (view === null) throw new Refusal('NOT_FOUND');
      return view;
    },
    handle: async (ctx, _input, view) => {
      await renounceRest(ctx, view);
      return noContent();
    },
  }),
};

export const prescriptionCheckHandlers: HandlersOf<typeof prescriptionCheckEndpoints> = {
  listPrescriptionsToCheck: handler(prescriptionCheckEndpoints.listPrescriptionsToCheck, {
    handle: async (ctx) => {
      const prescriptions = await listPrescriptionsToCheck(ctx);
      return ok({ prescriptions, total: prescriptions.length });
    },
  }),
  checkPrescription: handler(prescriptionCheckEndpoints.checkPrescription, {
    // A prescription that was decided meanwhile is found too: the answer says so.
    load: async (ctx, { id }) => {
      const view = await findPrescription(ctx.db, id);
      if (view === null || view.prescription.checkAskedAt === null) throw new Refusal('NOT_FOUND');
      return view;
    },
    handle: async (ctx, { body }, { prescription }) => {
      await checkPrescription(ctx, prescription.id, body);
      return noContent();
    },
  }),
};

export const reviewHandlers: HandlersOf<typeof reviewEndpoints> = {
  listMedicinesToReview: handler(reviewEndpoints.listMedicinesToReview, {
    handle: async (ctx) => {
      const medications = (await findToReview(ctx.db)).map(presentToReview);
      return ok({ medications, total: medications.length });
    },
  }),
  reviewMedication: handler(reviewEndpoints.reviewMedication, {
    // A medicine that was refused meanwhile is found too: the answer says so.
    load: async (ctx, { id }) => {
      const row = await findMedication(ctx.db, id);
      if (row === null) throw new Refusal('NOT_FOUND');
      return row;
    },
    handle: async (ctx, { body }, medication) =>
      ok({ medication: await reviewMedication(ctx, medication, body) }),
  }),
};
