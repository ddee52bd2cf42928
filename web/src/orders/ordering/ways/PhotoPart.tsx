import { IconStethoscope } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Notice } from '../../../ui/Notice.tsx';

type Props = {
  /** The file picker, which shows its own errors. */
  picker: ReactNode;
  error: string | undefined;
};

/** The photograph of a prescription or of a box, and what happens next. */
export function PhotoPart({ picker, error }: Props) {
  return (
    <>
      <div data-missing={error ? true : undefined}>{picker}</div>
      <Notice
        tone="violet"
        icon={IconStethoscope}
        title="Un pharmacien lit votre ordonnance, puis vous payez"
      >
        Rien n’est débité maintenant. Le prix s’affiche dans Suivi dès que vos médicaments sont saisis. La
        photo de la boîte suffit pour un médicament en vente libre.
      </Notice>
    </>
  );
}
