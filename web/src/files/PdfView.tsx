import { Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useMemo, useRef, useState } from 'react';
import { openPdf, type Pdf, wantsPassword } from './open-pdf.ts';
import { FileError, Stage, Tool, Tools, useView } from './Stage.tsx';
import styles from './Viewer.module.css';

type Opened = { bytes: Blob; pdf: Pdf | null; problem: string | null };

/** Opens a PDF while it is shown; `problem` is the message when it fails. */
function usePdf(bytes: Blob): Pick<Opened, 'pdf' | 'problem'> {
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
  return wantsPassword(error)
    ? 'Ce PDF est protégé par un mot de passe.'
    : 'Ce PDF ne peut pas être affiché.';
}

/** Small phones render nothing in a larger canvas. */
const MAX_CANVAS_PIXELS = 16_000_000;

type PdfCanvasProps = {
  page: PDFPageProxy;
  scale: number;
  rotation: number;
  name: string;
  onError: () => void;
};

/** One page on a canvas; the last rendering stays, stretched, until the next one is ready. */
function PdfCanvas({ page, scale, rotation, name, onError }: PdfCanvasProps) {
  const host = useRef<HTMLDivElement>(null);
  const reportError = useRef(onError);
  reportError.current = onError;
  useEffect(() => {
    const turned = (page.rotate + rotation) % 360;
    const whole = page.getViewport({ scale: scale * window.devicePixelRatio, rotation: turned });
    const reduced = Math.min(1, Math.sqrt(MAX_CANVAS_PIXELS / (whole.width * whole.height)));
    const viewport = whole.clone({ scale: whole.scale * reduced });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    const task = page.render({ canvas, viewport });
    let unmounted = false;
    task.promise.then(
      () => unmounted || host.current?.replaceChildren(canvas),
      () => unmounted || reportError.current(),
    );
    return () => {
      unmounted = true;
      task.cancel();
    };
  }, [page, scale, rotation]);
  return <div ref={host} className={styles.canvas} role="img" aria-label={name} />;
}

type PdfViewProps = { bytes: Blob; url: string | null; name: string };

/** A PDF, one page at a time, rendered by pdf.js: not every browser shows a PDF inside a page. */
export function PdfView({ bytes, url, name }: PdfViewProps) {
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
          <Group gap={4} wrap="nowrap" ms="auto">
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
          </Group>
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
