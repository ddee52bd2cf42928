import type { Medication } from '@amasin/domain/medications/medication.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { fireEvent, screen } from '@testing-library/react';
import { fakeApi } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { prescriptionsOf } from '../../testing/prescriptions.ts';
import { showPage } from '../../testing/show-page.tsx';
import { MyPrescriptions } from '../listing/MyPrescriptions.tsx';

export const PAGE = '/doctor-dashboard';
const doctor = aUser({ type: 'partnerDoctor', name: 'Aïcha Kora' });
export const medicine: Medication = {
  _id: '0198a000-0000-7000-8000-0000000000b1',
  label: 'Paracétamol 500 mg',
  form: 'tablet',
  price: 500,
  requiresPrescription: false,
  reviewed: true,
  substances: null,
  dosage: null,
  createdAt: '2026-11-01T08:00:00.000Z',
};

/** Renders the screen with stubs of other features: a file is a button, a search finds one medicine. */
export function setUp(url: string, prescriptions: Prescription[] = [], present = medicine) {
  const api = fakeApi();
  api.on(prescriptionEndpoints.listMyPrescriptions, () => prescriptionsOf(...prescriptions));
  const show = (at: string) =>
    showPage(
      <MyPrescriptions
        user={doctor}
        patient={null}
        give={null}
        figures={null}
        action={null}
        fetchCurrent={async () => [{ ...present }]}
        fileLink={() => null}
        filePicker={({ value, onChange, onBusyChange, error, path }) => (
          <>
            <button type="button" data-path={path} onClick={() => onChange('file-1')}>
              {`Joindre ${value ?? ''}`}
            </button>
            <button type="button" onClick={() => onChange('file-2')}>
              Remplacer
            </button>
            <button type="button" onClick={() => onBusyChange(true)}>
              Envoi
            </button>
            <p>{error}</p>
          </>
        )}
        medicineSearch={({ onPick, error }) => (
          <>
            <input aria-label="Médicament" data-path="medicine" />
            <button type="button" onClick={() => onPick({ ...present })}>
              Ajouter
            </button>
            <p>{error}</p>
          </>
        )}
        empty={null}
      >
        {(list) => list}
      </MyPrescriptions>,
      at,
    );
  const router = show(url);
  const sentChanges = () => api.sent.filter(({ method }) => method === 'POST' || method === 'PUT');
  return { api, router, sentChanges, show };
}

export const button = (name: string) => screen.findByRole('button', { name });
export const press = async (name: string) => fireEvent.click(await button(name));
export const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
export const type = async (name: string, value: string) =>
  fireEvent.change(await field(name), { target: { value } });
