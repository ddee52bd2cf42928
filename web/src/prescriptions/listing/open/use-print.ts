import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.tsx';
import { fetchFile, saveFile } from '../../../ui/download.tsx';

/** Downloads the prescription as a PDF: any phone can print or send it, while few can print a page. */
export function usePrint() {
  return useMutation({
    mutationFn: async ({ _id, prescriptionNumber }: Prescription) => {
      const { url } = await call(prescriptionEndpoints.printPrescription, { params: { id: _id } });
      saveFile(await fetchFile(url), `${prescriptionNumber}.pdf`);
      return `${prescriptionNumber}.pdf`;
    },
    onSuccess: (name) => toast.success(`Prêt à imprimer : ${name}`),
    onError: (error) => toast.error(messageOf(error, 'Fichier inaccessible')),
  });
}
