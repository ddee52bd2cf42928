import { type EndpointName, endpoints } from '@amasin/domain/endpoints.ts';
import { below, type Fields, type FieldsOfCalls, orderAnswers } from './fields.ts';
import type { Kind } from './table.ts';

/** Fields that no row can fill, as `unfilledFields` reports them. */
const unfillable: readonly RegExp[] = [
  // The settings of the tests ask nobody to enrol; versions are for editors; people read of themselves what they agree to.
  / nobody users?(\[\])?\.(hasSecondFactor|mustEnrol|version|hasHealthConsent)$/,
  // A customer who registers has none.
  /^(login|register) \w+ user\.(isPartner|titrePartenaire|pharmacist|licence\w+|orderNumber|location)/,
  // They are given once the pharmacy has an account.
  /^registerPartner public user\.(pharmacist|licence\w+|orderNumber)$/,
  // A refused line writes nothing, a new one had no values, and both have a reason or fields.
  /^previewImport \w+ preview\.(added\[\]\.(reason|fields\[\]\.before)|(changed|waiting)\[\]\.reason|refused\[\]\.fields\[\])$/,
  /^(preview|replace|send)Stock \w+ (preview|report)\.(waiting\[\]\.reason|refused\[\]\.fields\[\])$/,
  // Only a file whose letters may be read in several ways has them.
  /^preview(Import|Stock) \w+ preview\.readings\[\]$/,
  // It is new.
  /^createStockKey pharmacy key\.lastUsedAt$/,
  // Firebase sends no codes in tests.
  /^captcha nobody firebase\./,
  // Only the challenge of a refusal has it.
  /^captcha nobody challenge\.parameters\.data\./,
  // Only supervisors write them.
  /^createMedication (agent|partnerDoctor) medication\.(substances|dosage)$/,
  // It is reviewed.
  /^reviewMedication nobody medication\.awaitsReview$/,
  // It is new.
  /^createMedication nobody medication\.recalled$/,
  // It begins.
  /^createRecall \w+ recall\.lifted$/,
  // These calls take no position.
  /^(readPharmacy|listPharmacies|switchDuty) \w+ \S+\.distance$/,
  // An order has no pharmacy before it is paid, nor once it is cancelled.
  /^(listOrders|readOrder) (pharmacy|deliveryPerson) \S+\.(cancelReason|photoProblem)$/,
  // A customer reads neither the notes of staff nor which courier has the medicines.
  /^(listOrders|readOrder) customer \S+\.(problem\.note|broughtBack\.heldBy)$/,
  // A line that is not taken needs no check.
  /^(listOrders|readOrder) nobody \S+\.leftOut\[\]\.review$/,
  // An order in a list does not say what pharmacies have.
  /^listOrders nobody orders\[\]\.inquiry\./,
  // It is not answered yet.
  /^(seeInquiry|answerInquiry) \w+ inquiry\./,
  // Lines are left out after the prescription was written.
  /^(placeOrder|changeOrder|refusePhoto|replacePhoto|takeOffer|askPharmacies) \w+ order\.leftOut\[\]$/,
  // Nothing is left to do.
  /^(advanceOrder|cancelPaid|askCancel) \w+ order\.allowedActions\[\]$/,
  // A doctor reads whether it is used, not by which order.
  /^list(My)?Prescriptions partnerDoctor prescriptions\[\]\.usedBy$/,
  // It is not used yet, and of one that is written or edited nothing was given.
  /^(search|create|update)Prescription \w+ prescription\.(usedBy|closing)$/,
  /^(create|update)Prescription nobody prescription\.items\[\]\.(given|dueFrom)$/,
  // What remains is not used up; a customer reads neither the age, nor what others were given, nor what staff reads of authors and medicines.
  /^listRests \w+ prescriptions\[\]\.(usedBy|closing|prescriptorPhone|patientMonths|items\[\]\.(given|review))$/,
  // The file is for the customer of its order, and one with an order is not found.
  /^searchPrescription customer prescription\.url$/,
  // A request has no doctor yet, and shows a name and a message only.
  /^listDoctorChats partnerDoctor pendingRequests\[\]\./,
  // Doctors write prescriptions.
  /^sendMessage customer message\.prescriptionNumber$/,
  // It begins.
  /^acceptChat partnerDoctor chat\.completedAt$/,
  // Nothing is left to do.
  /^completeChat partnerDoctor chat\.allowedActions\[\]$/,
  // A changed card is to be checked again.
  /^(create|update)Insurance nobody insuranceCard\.refused$/,
  // It waits, so no order has used it; its patient's telephone is for those who wrote it or have its order.
  /^listPrescriptionsToCheck (agent prescriptions\[\]\.usedBy|nobody prescriptions\[\]\.(patientPhone|closing))$/,
  // A response has it only while a restored database waits.
  /^(listReviews|readPlatformBenefits|readSettlement) nobody moneyWaits$/,
  // A courier receives no part of the total.
  /^(listOrders|readOrder) deliveryPerson \S+\.(medicinesAmount|commission|insuranceReduction)$/,
  // The sandbox opens a plain frame.
  /^open(Payment|PayLink) nobody portal\./,
  // Nothing was paid by a link that was just made.
  /^createPayLink customer payLink\.received\[\]$/,
  // Only staff read who settled a refund.
  /^listPayments nobody payments\[\]\.refund\.settled\./,
  // The sandbox makes refunds itself.
  /^listReviews \w+ refunds\[\]\.byHandAt$/,
  // The settings of the tests announce nothing by message.
  /^readSms superAdmin moments\[\]$/,
  // No job runs in these tests, no database of theirs is restored, and the sandbox has no list.
  /^readSituation superAdmin (moneyWaitsSince|jobs\[\]\.endedAt)$/,
  /^reconcileBooks superAdmin books\[\]\.differences\[\]$/,
  // The vendor of the tests accepts every message.
  /^sendTestSms superAdmin (reason|detail)$/,
  // What a courier delivered is not given back: the fee goes back only with an order that was not handed over.
  /^readStatement deliveryPerson lines\[\]\.reason$/,
  // The sandbox does not say what it can pay out.
  /^readSettlement (supervisor|superAdmin) usable$/,
];

/**
 * Fields without a value that are not `unfillable`. « call reader path »: every response to this kind of reader left it null or
 * empty. « call nobody path »: no response has it, although the contract does.
 */
export function unfilledFields(found: FieldsOfCalls): string[] {
  const all = [...found].flatMap(([name, byKind]) => unfilledOf(name, byKind));
  return [
    ...all.filter((one) => !unfillable.some((fields) => fields.test(one))),
    ...unfillable
      .filter((fields) => !all.some((one) => fields.test(one)))
      .map((fields) => `${fields} is filled: remove it from unfillable`),
  ];
}

function unfilledOf(name: EndpointName, byKind: ReadonlyMap<Kind, Fields>): string[] {
  const isOrder = orderAnswers.has(name);
  const empty = [...byKind].flatMap(([kind, fields]) =>
    [...fields.empty]
      .filter((path) => !isIn(path, fields.filled))
      // An order that was changed shows what its state allows; `readOrder` shows the rest.
      .filter((path) => path.endsWith('[]') || !isOrder)
      .map((path) => ({ kind, path })),
  );
  const reported = empty.map(({ kind, path }) => `${name} ${kind} ${path}`);
  if (isOrder) return reported;
  const filled = [...byKind.values()].flatMap((fields) => [...fields.filled]);
  const known = Object.values(endpoints[name].responses).flatMap((schema) => [...pathsIn(schema)]);
  const absent = known.filter(
    (path) => !isIn(path, filled) && !empty.some((above) => isAtOrBelow(path, above.path)),
  );
  return [...reported, ...new Set(absent.map((path) => `${name} nobody ${path}`))];
}

/** Whether this path is filled: itself, or a field below it. */
function isIn(path: string, filled: Iterable<string>): boolean {
  for (const one of filled) if (isAtOrBelow(one, path)) return true;
  return false;
}

const isAtOrBelow = (path: string, above: string) =>
  path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`);

/** The part of a schema of zod that the walk reads. */
interface AnySchema {
  readonly def: {
    readonly shape?: Readonly<Record<string, AnySchema>>;
    readonly element?: AnySchema;
    readonly options?: readonly AnySchema[];
    readonly innerType?: AnySchema;
    readonly out?: AnySchema;
  };
}

/** The paths of the values of a schema, written like those of `Fields`. */
function* pathsIn(schema: AnySchema | null | undefined, path = ''): Generator<string> {
  if (!schema) return;
  const { shape, element, options, innerType, out } = schema.def;
  if (shape) for (const [key, inner] of Object.entries(shape)) yield* pathsIn(inner, below(path, key));
  else if (element) yield* pathsIn(element, `${path}[]`);
  else if (options) for (const option of options) yield* pathsIn(option, path);
  else if (innerType || out) yield* pathsIn(innerType ?? out, path);
  else yield path;
}
