import { Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useMemo, useState } from 'react';
import { FileFault } from './FileFault.tsx';
import { PdfCanvas } from './PdfCanvas.tsx';
import { Stage } from './Stage.tsx';
import { Tool, Tools } from './Tools.tsx';
import { useLooking } from './use-looking.ts';
import { usePdf } from './use-pdf.ts';
import styles from './viewing.module.css';

type Props = { bytes: Blob; address: string | null; name: string };

/** A PDF drawn page by page by pdf.js: browsers do not show one inside a page (DESIGN 9). */
export function PdfView({ bytes, address, name }: Props) {
  const looking = useLooking();
  const { pdf, problem } = usePdf(bytes);
  const [number, setNumber] = useState(1);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    let left = false;
    pdf?.getPage(number).then(
      (read) => left || setPage(read),
      () => left || setBroken(true),
    );
    return () => {
      left = true;
    };
  }, [pdf, number]);

  const size = useMemo(() => page?.getViewport({ scale: 1 }) ?? null, [page]);

  if (problem !== null || broken)
    return <FileFault address={address} message={problem ?? 'Ce PDF ne peut pas être affiché.'} />;
  const pages = pdf?.numPages ?? 1;
  const where = `Page ${number} sur ${pages}`;
  return (
    <>
      <Tools looking={looking}>
        {pages > 1 ? (
          <div className={styles.pages}>
            <Tool
              icon={IconChevronLeft}
              label="Page précédente"
              onClick={() => setNumber(number - 1)}
              disabled={number === 1}
            />
            <Text size="xs" role="status">
              {where}
            </Text>
            <Tool
              icon={IconChevronRight}
              label="Page suivante"
              onClick={() => setNumber(number + 1)}
              disabled={number === pages}
            />
          </div>
        ) : null}
      </Tools>
      <Stage name={name} page={size} looking={looking}>
        {(scale) =>
          page === null ? null : (
            <PdfCanvas
              page={page}
              scale={scale}
              rotation={looking.rotation}
              name={`${name}, ${where.toLowerCase()}`}
              onFault={() => setBroken(true)}
            />
          )
        }
      </Stage>
    </>
  );
}
