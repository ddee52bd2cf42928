import type { EndpointName, endpoints } from '@amasin/domain/contract/endpoints.ts';
import type { Scenario, ScenariosOf } from './scenario.ts';
import { auditScenarios } from './scenarios/audit/audit.ts';
import { benefitScenarios } from './scenarios/benefits.ts';
import { consultationScenarios } from './scenarios/consultations.ts';
import { addressScenarios } from './scenarios/customers/addresses.ts';
import { fileScenarios } from './scenarios/files.ts';
import { cardCheckScenarios, insuranceScenarios } from './scenarios/insurance.ts';
import { medicationScenarios, reviewScenarios } from './scenarios/medications.ts';
import { statementScenarios } from './scenarios/money/statements.ts';
import { notificationScenarios, pushScenarios } from './scenarios/notifications.ts';
import { orderScenarios } from './scenarios/orders.ts';
import { paymentScenarios } from './scenarios/payments.ts';
import { pharmacyScenarios } from './scenarios/pharmacies.ts';
import { prescriptionCheckScenarios, prescriptionScenarios } from './scenarios/prescriptions.ts';
import { sessionScenarios } from './scenarios/session.ts';
import { smsScenarios } from './scenarios/sms/sms.ts';
import { statsScenarios } from './scenarios/stats.ts';
import { userScenarios } from './scenarios/users.ts';
import { zoneScenarios } from './scenarios/zones.ts';

const typed: ScenariosOf<typeof endpoints> = {
  ...sessionScenarios,
  ...userScenarios,
  ...medicationScenarios,
  ...reviewScenarios,
  ...prescriptionCheckScenarios,
  ...zoneScenarios,
  ...pharmacyScenarios,
  ...orderScenarios,
  ...consultationScenarios,
  ...fileScenarios,
  ...insuranceScenarios,
  ...cardCheckScenarios,
  ...addressScenarios,
  ...prescriptionScenarios,
  ...paymentScenarios,
  ...benefitScenarios,
  ...notificationScenarios,
  ...pushScenarios,
  ...statementScenarios,
  ...smsScenarios,
  ...statsScenarios,
  ...auditScenarios,
};

export const allScenarios: Readonly<Record<EndpointName, Scenario>> = typed;
