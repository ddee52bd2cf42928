import { IconStethoscope } from '@tabler/icons-react';
import { Notice } from '../ui/feedback/Notice.tsx';

/** Said where a medicine cannot be ordered without prescription (RULES 37). */
export function NeedsPrescription({ label }: { label: string }) {
  return (
    <Notice role="status" tone="violet" icon={IconStethoscope} title="Ce médicament demande une ordonnance">
      {label} n’est pas ajouté à la commande. Votre médecin peut vous le prescrire.
    </Notice>
  );
}
