import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../ctx.ts';
import { files } from '../database/schema/files.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { orders } from '../database/schema/orders.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { reports } from '../database/schema/reports.ts';
import { inConsultationOf } from './consultations.ts';
import { ordersSeenBy } from './orders.ts';

type Reader = Pick<Actor, '_id' | 'type'>;

/** The files that a user may open, as SQL on a row of `files` (authorization.csv 61, O17 to O21). */
export function filesSeenBy(reader: Reader): SQL | undefined {
  const own = eq(files.ownerId, reader._id);
  switch (reader.type) {
    case 'customer':
      return or(own, onOrder(reader, customerFile), inConsultationOf(reader));
    case 'pharmacy':
      return onOrder(reader, anyFile);
    case 'agent':
      return or(own, onOrder(reader, anyFile), onCardToCheck, onPrescriptionToCheck, onReport);
    case 'partnerDoctor':
      return or(own, onPrescription(eq(prescriptions.authorId, reader._id)), inConsultationOf(reader));
    case 'supervisor':
    case 'superAdmin':
      return or(
        onOrder(reader, or(anyFile, eq(orders.handoverPhoto, files.key))),
        onPrescription(undefined),
        onCardToCheck,
        onReport,
      );
    case 'deliveryPerson':
      return sql`false`;
  }
}

const photograph = eq(orders.prescriptionUrl, files.key);
const namedFile = sql`${orders.prescriptionId} = (select ${prescriptions.id} from ${prescriptions} where ${prescriptions.url} = ${files.key})`;
/** The photograph attached to an order, or the file of the prescription that its code named. */
const prescriptionFile = or(photograph, namedFile);
/** A cancelled order frees the prescription that its code named: it may be another person’s next. */
const customerFile = or(photograph, and(namedFile, sql`${orders.state} <> 'cancelled'`));
const anyFile = or(prescriptionFile, eq(orders.cardUrl, files.key));

/** The photograph of an abnormal box. */
const onReport = sql`exists (select from ${reports} where ${reports.photo} = ${files.key})`;

/** A card whose customer waits for its check. */
const onCardToCheck = sql`exists (select from ${insuranceCards} where ${insuranceCards.fileKey} = ${files.key} and ${insuranceCards.checkAskedAt} is not null)`;

/** A prescription that waits for an in-house pharmacist (rule 39). */
const onPrescriptionToCheck = onPrescription(
  and(
    isNotNull(prescriptions.checkAskedAt),
    isNull(prescriptions.checkedAt),
    isNull(prescriptions.usedAt),
    isNull(prescriptions.deletedAt),
  ),
);

function onOrder(reader: Reader, link: SQL | undefined): SQL {
  return sql`exists (select from ${orders} where ${and(ordersSeenBy(reader), link)})`;
}

function onPrescription(which: SQL | undefined): SQL {
  return sql`exists (select from ${prescriptions} where ${and(eq(prescriptions.url, files.key), which)})`;
}
