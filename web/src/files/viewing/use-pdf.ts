import { useEffect, useState } from 'react';
import { openPdf, type Pdf } from './open-pdf.ts';

type Opened = { bytes: Blob; pdf: Pdf | null; problem: string | null };

/** A PDF opened for as long as it is shown; `problem` says why it cannot be. */
export function usePdf(bytes: Blob): Pick<Opened, 'pdf' | 'problem'> {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    let left = false;
    const opening = openPdf(bytes);
    opening.then(
      (pdf) => !left && setOpened({ bytes, pdf, problem: null }),
      (error: unknown) => !left && setOpened({ bytes, pdf: null, problem: problemOf(error) }),
    );
    return () => {
      left = true;
      opening.then((pdf) => pdf.loadingTask.destroy()).catch(() => null);
    };
  }, [bytes]);
  return opened?.bytes === bytes ? opened : { pdf: null, problem: null };
}

function problemOf(error: unknown): string {
  return error instanceof Error && error.name === 'PasswordException'
    ? 'Ce PDF est protégé par un mot de passe.'
    : 'Ce PDF ne peut pas être affiché.';
}
