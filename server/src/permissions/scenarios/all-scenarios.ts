import type { EndpointName, endpoints } from '@amasin/domain/contract/endpoints.ts';
import type { Scenario, ScenariosOf } from '../scenario.ts';
import { benefitScenarios } from './benefits.ts';
import { consultationScenarios } from './consultations.ts';
import { fileScenarios } from './files.ts';
import { insuranceScenarios } from './insurance.ts';
import { medicationScenarios } from './medications.ts';
import { notificationScenarios } from './notifications.ts';
import { orderScenarios } from './orders.ts';
import { paymentScenarios } from './payments.ts';
import { pharmacyScenarios } from './pharmacies.ts';
import { prescriptionScenarios } from './prescriptions.ts';
import { sessionScenarios } from './session.ts';
import { statsScenarios } from './stats.ts';
import { userScenarios } from './users.ts';
import { zoneScenarios } from './zones.ts';

const typed: ScenariosOf<typeof endpoints> = {
  ...sessionScenarios,
  ...userScenarios,
  ...medicationScenarios,
  ...zoneScenarios,
  ...pharmacyScenarios,
  ...orderScenarios,
  ...consultationScenarios,
  ...fileScenarios,
  ...insuranceScenarios,
  ...prescriptionScenarios,
  ...paymentScenarios,
  ...benefitScenarios,
  ...notificationScenarios,
  ...statsScenarios,
};

export const allScenarios: Readonly<Record<EndpointName, Scenario>> = typed;
