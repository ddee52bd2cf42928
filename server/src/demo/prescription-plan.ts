import type { DemoOrderItem } from './order-plan.ts';

export interface DemoPrescription {
  /** Keys of `demoPeople`. */
  readonly author: 'docteur' | 'docteur2';
  readonly patientName: string;
  /** The phone of a demonstration customer or of another patient. */
  readonly patientPhone: string;
  readonly daysAgo: number;
  readonly items: readonly DemoOrderItem[];
}

/** Written by prescribers and not yet ordered, oldest first. */
export const demoPrescriptions: readonly DemoPrescription[] = [
  {
    author: 'docteur2',
    patientName: 'Nadège Ahouangan',
    patientPhone: '0197000044',
    daysAgo: 9,
    items: [{ label: 'Fer 60 mg + acide folique 0,4 mg, boîte de 30', form: 'tablet', quantity: 3 }],
  },
  {
    author: 'docteur',
    patientName: 'Rachidatou Moussa',
    patientPhone: '0197000045',
    daysAgo: 6,
    items: [
      { label: 'Amlodipine 5 mg, boîte de 30', form: 'tablet', quantity: 1 },
      { label: 'Hydrochlorothiazide 25 mg, boîte de 30', form: 'tablet', quantity: 1 },
    ],
  },
  {
    author: 'docteur',
    patientName: 'Sènami Gbaguidi',
    patientPhone: '0197000001',
    daysAgo: 2,
    items: [
      { label: 'Métronidazole 500 mg, boîte de 20', form: 'tablet', quantity: 1 },
      { label: 'Paracétamol 500 mg, boîte de 16', form: 'tablet', quantity: 2 },
    ],
  },
  {
    author: 'docteur2',
    patientName: 'Babatundé Olaoyé',
    patientPhone: '0197000002',
    daysAgo: 1,
    items: [{ label: 'Prednisolone 20 mg, boîte de 20', form: 'tablet', quantity: 1 }],
  },
];
