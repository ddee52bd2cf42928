import { IconStethoscope } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Notice } from '../ui/Notice.tsx';

type Props = {
  label: string;
  /** The other ways of ordering it. */
  children?: ReactNode;
};

/** Shown where a medicine cannot be ordered without a prescription. */
export function NeedsPrescription({ label, children }: Props) {
  return (
    <Notice role="status" tone="violet" icon={IconStethoscope} title="Ce médicament demande une ordonnance">
      <span>{`${label} n’est pas ajouté à la commande. Votre médecin peut vous le prescrire.`}</span>
      {children}
    </Notice>
  );
}
