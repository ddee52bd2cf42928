import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { toast } from '../../lib/toast.tsx';
import { FileProblem } from '../file-problem.ts';
import { decode, dropFile, keepFile, readKept } from '../keeping/kept-file.ts';
import { prepareFile } from '../prepare-file.ts';
import { uploadFile } from '../upload-file.ts';

export type Picking =
  | { step: 'none' }
  | { step: 'preparing' }
  /** `isKept`: stored on the device until it is uploaded; null where files are not stored. */
  | { step: 'sending'; file: File; progress: number; isWaiting: boolean; isKept: boolean | null }
  | { step: 'sent'; file: File; key: string }
  /** `file` can be sent again; null when another one has to be chosen. */
  | { step: 'failed'; message: string; file: File | null };

type Input = {
  category: FileCategory;
  value: string | null;
  onChange: (key: string | null) => void;
  onBusyChange?: ((busy: boolean) => void) | undefined;
  /** For whom a file is stored on the device until it is uploaded. */
  keepFor?: string | undefined;
};

/** The state of one file from the choice to its key. */
export function usePicking({ category, value, onChange, onBusyChange, keepFor }: Input) {
  const [state, setState] = useState<Picking>({ step: 'none' });
  const work = useRef<AbortController | null>(null);
  // The file before a replacement.
  const previous = useRef<{ key: string | null; state: Picking }>({ key: null, state: { step: 'none' } });
  useEffect(() => () => work.current?.abort(), []);

  // The form changed the value itself.
  const picking: Picking = state.step === 'sent' && state.key !== value ? { step: 'none' } : state;
  const busy = picking.step === 'preparing' || picking.step === 'sending';
  const reportBusy = useRef(onBusyChange);
  reportBusy.current = onBusyChange;
  useEffect(() => {
    reportBusy.current?.(busy);
  }, [busy]);

  const run = async (task: (signal: AbortSignal) => Promise<void>, file: File | null) => {
    work.current?.abort();
    const control = new AbortController();
    work.current = control;
    await task(control.signal).catch((error: unknown) => {
      if (control.signal.aborted) return;
      setState({ step: 'failed', message: messageOf(error), file: isPermanent(error) ? null : file });
    });
  };

  const drop = () => {
    if (keepFor !== undefined) dropFile(keepFor);
  };
  const send = (file: File) =>
    run(async (signal) => {
      const isKept = keepFor === undefined ? null : await keepFile(keepFor, file);
      if (signal.aborted) return;
      setState({ step: 'sending', file, progress: 0, isWaiting: false, isKept });
      const loadingId = toast.loading('Envoi du fichier…');
      const change = (part: { progress?: number; isWaiting?: boolean }) => {
        if (!signal.aborted) setState((now) => (now.step === 'sending' ? { ...now, ...part } : now));
      };
      const key = await uploadFile(file, category, {
        onProgress: (progress) => change({ progress }),
        onWaiting: (isWaiting) => change({ isWaiting }),
        signal,
      }).catch((error: unknown) => {
        if (signal.aborted) toast.dismiss(loadingId);
        else toast.error('Le fichier n’a pas été envoyé', loadingId);
        throw error;
      });
      if (signal.aborted) return toast.dismiss(loadingId);
      toast.success('Fichier envoyé', loadingId);
      drop();
      previous.current = { key: null, state: { step: 'none' } };
      setState({ step: 'sent', file, key });
      onChange(key);
    }, file);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a file whose upload a reload interrupted
  useEffect(() => {
    const kept = keepFor === undefined || value !== null ? null : readKept(keepFor);
    if (kept !== null) void send(decode(kept));
  }, []);

  const pick = async (chosen: File) => {
    if (value !== null) {
      previous.current = { key: value, state: picking };
      onChange(null);
    }
    let prepared: File | null = null;
    await run(async (signal) => {
      setState({ step: 'preparing' });
      const file = await prepareFile(chosen);
      if (!signal.aborted) prepared = file;
    }, null);
    if (prepared !== null) await send(prepared);
  };

  /** Restores the file before the replacement. */
  const cancel = () => {
    work.current?.abort();
    drop();
    const { key, state: before } = previous.current;
    previous.current = { key: null, state: { step: 'none' } };
    setState(before);
    if (key !== null) onChange(key);
  };

  const remove = () => {
    work.current?.abort();
    drop();
    previous.current = { key: null, state: { step: 'none' } };
    setState({ step: 'none' });
    onChange(null);
  };

  return {
    picking,
    pick,
    cancel,
    remove,
    retry: picking.step === 'failed' && picking.file !== null ? () => send(picking.file as File) : null,
    hasPrevious: previous.current.key !== null,
  };
}

/** The server would refuse the same file again. */
const isPermanent = (error: unknown): boolean =>
  error instanceof ApiError && ['FILE_TYPE', 'FILE_TOO_LARGE', 'QUOTA'].includes(error.code);

function messageOf(error: unknown): string {
  return error instanceof FileProblem || error instanceof ApiError
    ? error.message
    : 'Ce fichier n’a pas pu être envoyé.';
}
