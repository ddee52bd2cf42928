import type { EndpointName, endpoints } from '@amasin/domain/endpoints.ts';
import { addressScenarios } from './addresses.ts';
import { auditScenarios } from './audit.ts';
import { benefitScenarios } from './benefits.ts';
import { claimScenarios } from './claims.ts';
import { consultationScenarios } from './consultations.ts';
import { feedbackScenarios, reportScenarios } from './feedback.ts';
import { fileScenarios } from './files.ts';
import { houseScenarios } from './house.ts';
import { importScenarios } from './imports.ts';
import { cardCheckScenarios, insuranceScenarios, insurerScenarios } from './insurance.ts';
import { medicationScenarios, reviewScenarios } from './medications.ts';
import { notificationScenarios, pushScenarios } from './notifications.ts';
import { inquiryScenarios, orderScenarios } from './orders.ts';
import { payLinkScenarios } from './pay-links.ts';
import { paymentScenarios } from './payments.ts';
import { pharmacyScenarios } from './pharmacies.ts';
import { prescriptionCheckScenarios, prescriptionScenarios, restScenarios } from './prescriptions.ts';
import { recallScenarios } from './recalls.ts';
import type { Scenario, ScenariosOf } from './scenario.ts';
import { sessionScenarios } from './session.ts';
import { smsScenarios } from './sms.ts';
import { statementScenarios } from './statements.ts';
import { statsScenarios } from './stats.ts';
import { stockScenarios } from './stock.ts';
import { userScenarios } from './users.ts';
import { allergyScenarios, warningScenarios } from './warnings.ts';
import { zoneScenarios } from './zones.ts';

const typed: ScenariosOf<typeof endpoints> = {
  ...sessionScenarios,
  ...userScenarios,
  ...medicationScenarios,
  ...reviewScenarios,
  ...prescriptionCheckScenarios,
  ...restScenarios,
  ...zoneScenarios,
  ...pharmacyScenarios,
  ...importScenarios,
  ...stockScenarios,
  ...orderScenarios,
  ...inquiryScenarios,
  ...feedbackScenarios,
  ...reportScenarios,
  ...consultationScenarios,
  ...fileScenarios,
  ...insuranceScenarios,
  ...cardCheckScenarios,
  ...insurerScenarios,
  ...claimScenarios,
  ...addressScenarios,
  ...prescriptionScenarios,
  ...paymentScenarios,
  ...payLinkScenarios,
  ...benefitScenarios,
  ...notificationScenarios,
  ...pushScenarios,
  ...statementScenarios,
  ...smsScenarios,
  ...statsScenarios,
  ...auditScenarios,
  ...recallScenarios,
  ...warningScenarios,
  ...allergyScenarios,
  ...houseScenarios,
};

export const allScenarios: Readonly<Record<EndpointName, Scenario>> = typed;
