import type { endpoints } from '@amasin/domain/endpoints.ts';
import { addressHandlers } from '../addresses/routes.ts';
import { auditHandlers } from '../audit/routes.ts';
import { benefitHandlers } from '../benefits/routes.ts';
import { claimHandlers } from '../claims/routes.ts';
import { consultationHandlers } from '../consultations/routes.ts';
import { feedbackHandlers } from '../feedback/routes.ts';
import { fileHandlers } from '../files/routes.ts';
import { houseHandlers } from '../house/routes.ts';
import { importHandlers } from '../imports/routes.ts';
import { insuranceHandlers, insurerHandlers } from '../insurance/routes.ts';
import { medicationHandlers } from '../medications/routes.ts';
import { notificationHandlers } from '../notifications/routes.ts';
import {
  cardCheckHandlers,
  inquiryHandlers,
  orderHandlers,
  payLinkHandlers,
  warningHandlers,
} from '../orders/routes.ts';
import { paymentHandlers } from '../payments/routes.ts';
import { pharmacyHandlers } from '../pharmacies/routes.ts';
import {
  prescriptionCheckHandlers,
  prescriptionHandlers,
  restHandlers,
  reviewHandlers,
} from '../prescriptions/routes.ts';
import { recallHandlers } from '../recalls/routes.ts';
import { reportHandlers } from '../reports/routes.ts';
import type { HandlersOf } from '../routing/handlers.ts';
import { pushHandlers, sessionHandlers } from '../session/routes.ts';
import { smsHandlers } from '../sms/routes.ts';
import { statementHandlers } from '../statements/routes.ts';
import { statsHandlers } from '../stats/routes.ts';
import { stockHandlers } from '../stock/routes.ts';
import { allergyHandlers, userHandlers } from '../users/routes.ts';
import { zoneHandlers } from '../zones/routes.ts';

/** One handler for every endpoint of the contract. */
export const allHandlers: HandlersOf<typeof endpoints> = {
  ...sessionHandlers,
  ...userHandlers,
  ...medicationHandlers,
  ...reviewHandlers,
  ...prescriptionCheckHandlers,
  ...restHandlers,
  ...recallHandlers,
  ...warningHandlers,
  ...allergyHandlers,
  ...zoneHandlers,
  ...pharmacyHandlers,
  ...importHandlers,
  ...stockHandlers,
  ...orderHandlers,
  ...inquiryHandlers,
  ...prescriptionHandlers,
  ...feedbackHandlers,
  ...reportHandlers,
  ...consultationHandlers,
  ...fileHandlers,
  ...insuranceHandlers,
  ...cardCheckHandlers,
  ...insurerHandlers,
  ...claimHandlers,
  ...addressHandlers,
  ...paymentHandlers,
  ...payLinkHandlers,
  ...benefitHandlers,
  ...notificationHandlers,
  ...pushHandlers,
  ...smsHandlers,
  ...statementHandlers,
  ...statsHandlers,
  ...auditHandlers,
  ...houseHandlers,
};
