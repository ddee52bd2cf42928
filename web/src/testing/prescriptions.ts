import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';

/** An unused prescription, with changes. */
export function aPrescription(changes: Partial<Prescription> = {}): Prescription {
  return {
    _id: '0198a000-0000-7000-8000-0000000000f1',
    type: 'numerical',
    prescriptionNumber: 'ORD-12345678',
    patientName: 'Afi Kpadé',
    patientPhone: '+2290197111111',
    prescriptorName: 'Aïcha Kora',
    prescriptorPhone: '+2290197000042',
    items: [
      {
        medicationId: '0198a000-0000-7000-8000-0000000000b1',
        label: 'Paracétamol 500 mg',
        quantity: 2,
        price: 500,
      },
    ],
    url: 'signed-key',
    used: false,
    usedBy: null,
    verified: true,
    createdAt: '2026-11-20T08:05:00.000Z',
    total: 1000,
    ...changes,
  };
}

/** The response of a list with these prescriptions. */
export function prescriptionsOf(...prescriptions: Prescription[]) {
  const used = prescriptions.filter((one) => one.used).length;
  return {
    prescriptions,
    total: prescriptions.length,
    counts: { used, pending: prescriptions.length - used },
  };
}
