import { Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useMemo, useState } from 'react';
import { FileError } from './FileError.tsx';
import { PdfCanvas } from './PdfCanvas.tsx';
import { Stage } from './Stage.tsx';
import { Tool, Tools } from './Tools.tsx';
import { usePdf } from './use-pdf.ts';
import { useView } from './use-view.ts';
import styles from './viewing.module.css';

type Props = { bytes: Blob; url: string | null; name: string };

/** A PDF, one page at a time, rendered by pdf.js: not every browser shows a PDF inside a page. */
export function PdfView({ bytes, url, name }: Props) {
  const view = useView();
  const { pdf, problem } = usePdf(bytes);
  const [number, setNumber] = useState(1);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    let unmounted = false;
    pdf?.getPage(number).then(
      (read) => unmounted || setPage(read),
      () => unmounted || setBroken(true),
    );
    return () => {
      unmounted = true;
    };
  }, [pdf, number]);

  const size = useMemo(() => page?.getViewport({ scale: 1 }) ?? null, [page]);

  if (problem !== null || broken)
    return <FileError url={url} message={problem ?? 'Ce PDF ne peut pas être affiché.'} />;
  const pages = pdf?.numPages ?? 1;
  const where = `Page ${number} sur ${pages}`;
  return (
    <>
      <Tools view={view}>
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
      <Stage name={name} size={size} view={view}>
        {(scale) =>
          page === null ? null : (
            <PdfCanvas
              page={page}
              scale={scale}
              rotation={view.rotation}
              name={`${name}, ${where.toLowerCase()}`}
              onError={() => setBroken(true)}
            />
          )
        }
      </Stage>
    </>
  );
}
