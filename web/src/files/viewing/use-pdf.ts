import { useEffect, useState } from 'react';
import { openPdf, type Pdf } from './open-pdf.ts';

type Opened = { bytes: Blob; pdf: Pdf | null; problem: string | null };

/** Opens a PDF while it is shown; `problem` is the message when it fails. */
export function usePdf(bytes: Blob): Pick<Opened, 'pdf' | 'problem'> {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    let unmounted = false;
    const opening = openPdf(bytes);
    opening.then(
      (pdf) => !unmounted && setOpened({ bytes, pdf, problem: null }),
      (error: unknown) => !unmounted && setOpened({ bytes, pdf: null, problem: problemOf(error) }),
    );
    return () => {
      unmounted = true;
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
