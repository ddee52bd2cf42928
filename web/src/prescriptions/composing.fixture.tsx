import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { fireEvent, screen } from '@testing-library/react';
import { aMedication } from '../testing/catalogue.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { attachFile, fakeUploads } from '../testing/fake-uploads.ts';
import { aUser } from '../testing/people.ts';
import { prescriptionsOf } from '../testing/prescriptions.ts';
import { showPage } from '../testing/show-page.tsx';
import { MyPrescriptionDialogs } from './MyPrescriptions.tsx';

export const PAGE = '/doctor-dashboard';
const doctor = aUser({ type: 'partnerDoctor', name: 'Aïcha Kora' });
export const medicine = aMedication({ price: 500 });

/** The dialogs of a prescriber with these prescriptions. @param present the medicine that a search finds, as it is then */
export function setUp(url: string, prescriptions: Prescription[] = [], present = medicine) {
  const api = fakeApi();
  const uploads = fakeUploads();
  api.on(prescriptionEndpoints.listMyPrescriptions, () => prescriptionsOf(...prescriptions));
  api.on(medicationEndpoints.searchMedications, () => ({ medications: [{ ...present }], total: 1 }));
  const show = (at: string) => showPage(<MyPrescriptionDialogs user={doctor} patient={null} />, at);
  const router = show(url);
  const sentChanges = () => api.sent.filter(({ method }) => method === 'POST' || method === 'PUT');
  const attach = (key = 'file-1') => attachFile(uploads, key);
  const fillIn = async () => {
    await type('Nom du patient', 'Afi Kpadé');
    await type('Téléphone du patient', '01 97 11 11 11');
    await attach();
    await type('Ajouter un médicament', 'para');
    await press('Chercher');
    fireEvent.click(await screen.findByRole('button', { name: /^Paracétamol/ }));
  };
  return { api, uploads, router, sentChanges, show, attach, fillIn };
}

export const button = (name: string) => screen.findByRole('button', { name });
export const press = async (name: string) => fireEvent.click(await button(name));
export const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
export const type = async (name: string, value: string) =>
  fireEvent.change(await field(name), { target: { value } });
