import { reviewEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { prescriptionCheckEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { findMedication } from '../../medications/queries.ts';
import { Refusal } from '../../refusal.ts';
import { type HandlersOf, handler, noContent, ok } from '../../routing/handlers.ts';
import { findPrescription } from '../queries.ts';
import { checkPrescription, listPrescriptionsToCheck } from './check-prescription.ts';
import { presentToReview } from './present.ts';
import { findToReview } from './queries.ts';
import { reviewMedication } from './review-medication.ts';

export const prescriptionCheckHandlers: HandlersOf<typeof prescriptionCheckEndpoints> = {
  listPrescriptionsToCheck: handler(prescriptionCheckEndpoints.listPrescriptionsToCheck, {
    handle: async (ctx) => {
      const prescriptions = await listPrescriptionsToCheck(ctx);
      return ok({ prescriptions, total: prescriptions.length });
    },
  }),
  checkPrescription: handler(prescriptionCheckEndpoints.checkPrescription, {
    // One that was decided meanwhile still exists: the answer is that it is decided.
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
    // One that was refused meanwhile still exists: the answer is that it is decided.
    load: async (ctx, { id }) => {
      const row = await findMedication(ctx.db, id);
      if (row === null) throw new Refusal('NOT_FOUND');
      return row;
    },
    handle: async (ctx, { body }, medication) =>
      ok({ medication: await reviewMedication(ctx, medication, body) }),
  }),
};
