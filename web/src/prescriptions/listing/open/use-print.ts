import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { toast } from '../../../lib/toast/toast.tsx';

/** Time for the browser to start the download, ms. */
const REVOKE_AFTER_MS = 60_000;

/** Downloads the prescription as a PDF: any phone can print or send it, while few can print a page. */
export function usePrint() {
  return useMutation({
    mutationFn: async ({ _id, prescriptionNumber }: Prescription) => {
      const { url } = await call(prescriptionEndpoints.printPrescription, { params: { id: _id } });
      save(await fetchPdf(url), `${prescriptionNumber}.pdf`);
      return `${prescriptionNumber}.pdf`;
    },
    onSuccess: (name) => toast.success(`Prêt à imprimer : ${name}`),
    onError: (error) => toast.error(messageOf(error, 'Fichier inaccessible')),
  });
}

async function fetchPdf(url: string): Promise<Blob> {
  const response = await fetch(url, {}).catch(() => {
    throw ApiError.network();
  });
  if (!response.ok) throw ApiError.from(response.status, await response.json().catch(() => undefined));
  return response.blob();
}

function save(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
