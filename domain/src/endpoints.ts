import { addressEndpoints } from './addresses/endpoints.ts';
import { auditEndpoints } from './audit/endpoints.ts';
import { benefitEndpoints } from './benefits/endpoints.ts';
import { claimEndpoints } from './claims/endpoints.ts';
import { consultationEndpoints } from './consultations/endpoints.ts';
import { feedbackEndpoints } from './feedback/endpoints.ts';
import { fileEndpoints } from './files/endpoints.ts';
import { houseEndpoints } from './house/endpoints.ts';
import { importEndpoints } from './imports/endpoints.ts';
import { inquiryEndpoints } from './inquiries/endpoints.ts';
import { cardCheckEndpoints, insuranceEndpoints, insurerEndpoints } from './insurance/endpoints.ts';
import { medicationEndpoints, reviewEndpoints } from './medications/endpoints.ts';
import { notificationEndpoints, pushEndpoints } from './notifications/endpoints.ts';
import { orderEndpoints } from './orders/endpoints.ts';
import { payLinkEndpoints, paymentEndpoints } from './payments/endpoints.ts';
import { pharmacyEndpoints } from './pharmacies/endpoints.ts';
import {
  prescriptionCheckEndpoints,
  prescriptionEndpoints,
  restEndpoints,
} from './prescriptions/endpoints.ts';
import { recallEndpoints } from './recalls/endpoints.ts';
import { reportEndpoints } from './reports/endpoints.ts';
import { sessionEndpoints } from './session/endpoints.ts';
import { smsEndpoints } from './sms/endpoints.ts';
import { statementEndpoints } from './statements/endpoints.ts';
import { statsEndpoints } from './stats/endpoints.ts';
import { stockEndpoints } from './stock/endpoints.ts';
import { userEndpoints } from './users/endpoints.ts';
import { allergyEndpoints, warningEndpoints } from './warnings/endpoints.ts';
import { zoneEndpoints } from './zones/endpoints.ts';

/** Every call of the API. The server does not compile without a handler for each name. */
export const endpoints = {
  ...sessionEndpoints,
  ...userEndpoints,
  ...medicationEndpoints,
  ...reviewEndpoints,
  ...prescriptionCheckEndpoints,
  ...restEndpoints,
  ...recallEndpoints,
  ...warningEndpoints,
  ...allergyEndpoints,
  ...zoneEndpoints,
  ...pharmacyEndpoints,
  ...importEndpoints,
  ...stockEndpoints,
  ...orderEndpoints,
  ...inquiryEndpoints,
  ...prescriptionEndpoints,
  ...feedbackEndpoints,
  ...reportEndpoints,
  ...consultationEndpoints,
  ...fileEndpoints,
  ...insuranceEndpoints,
  ...cardCheckEndpoints,
  ...insurerEndpoints,
  ...claimEndpoints,
  ...addressEndpoints,
  ...paymentEndpoints,
  ...payLinkEndpoints,
  ...benefitEndpoints,
  ...notificationEndpoints,
  ...pushEndpoints,
  ...smsEndpoints,
  ...statementEndpoints,
  ...statsEndpoints,
  ...auditEndpoints,
  ...houseEndpoints,
};

export type EndpointName = keyof typeof endpoints;
