import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import {
  IconCamera,
  IconFileTypePdf,
  IconFileUpload,
  IconPaperclip,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { type ChangeEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { withHealthConsent } from '../lib/consent.ts';
import { toast } from '../lib/toast.tsx';
import { formatBytes, isPdf, useObjectUrl } from './describe-file.ts';
import styles from './FilePicker.module.css';
import { decode, keepFile, keptFile } from './kept-file.ts';
import { FileProblem, prepareFile } from './prepare-file.ts';
import { uploadFile } from './upload-file.ts';

type Props = {
  onPick: (file: File) => void;
  /** « Choisir un fichier », or « Remplacer » where there is one. */
  label: string;
  /** Ids of the field's label and messages. */
  labelledBy: string;
  describedBy: string;
  /** The form focuses this button when the file is missing. */
  path?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
};

/** The camera, on phones and small tablets only, and the file chooser. */
function ChooseButtons({ onPick, label, labelledBy, describedBy, path, ref }: Props) {
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // So that the same file can be chosen again.
    currentTarget.value = '';
    if (file !== undefined) onPick(file);
  };
  const hidden = { type: 'file', hidden: true, tabIndex: -1, 'aria-hidden': true, onChange: choose } as const;

  return (
    <div className={styles.choices}>
      <input {...hidden} ref={camera} accept="image/*" capture="environment" data-testid="camera" />
      <input {...hidden} ref={files} accept="image/*,application/pdf" data-testid="files" />
      <Button
        className={styles.camera}
        variant="light"
        leftSection={<IconCamera size={20} aria-hidden="true" />}
        aria-describedby={`${labelledBy} ${describedBy}`}
        onClick={() => camera.current?.click()}
      >
        Prendre une photo
      </Button>
      <Button
        ref={ref}
        variant="default"
        leftSection={<IconFileUpload size={20} aria-hidden="true" />}
        aria-describedby={`${labelledBy} ${describedBy}`}
        data-path={path}
        onClick={() => files.current?.click()}
      >
        {label}
      </Button>
    </div>
  );
}

type SendingStateProps = {
  /** From 0 to 1; null while the image is being shrunk. */
  progress: number | null;
  isWaiting: boolean;
  /** Stored on the device until it is uploaded; null where files are not stored. */
  isKept: boolean | null;
  onCancel: () => void;
};

/** The progress of an upload, or why it waits. */
function SendingState({ progress, isWaiting, isKept, onCancel }: SendingStateProps) {
  const percent = Math.floor((progress ?? 0) * 100);
  return (
    <div className={styles.sending}>
      <Stack gap={6} flex={1} miw={0}>
        <Text size="xs" aria-hidden="true">
          {isWaiting && progress !== null ? waitingText(isKept) : wordsOf(progress, percent)}
        </Text>
        <div
          className={styles.bar}
          role="progressbar"
          aria-label="Envoi du fichier"
          aria-valuemin={0}
          aria-valuemax={100}
          {...(progress === null ? {} : { 'aria-valuenow': percent })}
        >
          <div className={styles.barDone} style={{ width: `${percent}%` }} />
        </div>
      </Stack>
      <Button variant="default" onClick={onCancel}>
        Annuler
      </Button>
    </div>
  );
}

const LOST = 'Connexion perdue : l’envoi reprend dès que possible.';

function waitingText(isKept: boolean | null): string {
  if (isKept === null) return LOST;
  return isKept
    ? `${LOST} Gardé sur cet appareil.`
    : `${LOST} Trop lourd pour être gardé sur cet appareil : laissez cette page ouverte.`;
}

function wordsOf(progress: number | null, percent: number): string {
  if (progress === null) return 'Préparation du fichier…';
  return percent < 100 ? `Envoi… ${percent} %` : 'Vérification du fichier…';
}

type SentFileProps = {
  /** Null when it was uploaded before this page was opened. */
  file: File | null;
  children?: ReactNode;
};

/** The attached file: a thumbnail, or the name of a PDF. */
function SentFile({ file, children }: SentFileProps) {
  const picture = useObjectUrl(file !== null && !isPdf(file) ? file : null);
  const Glyph = file !== null && isPdf(file) ? IconFileTypePdf : IconPaperclip;
  return (
    <Group gap={12} wrap="nowrap" miw={0}>
      {picture === null ? (
        <span className={styles.icon}>
          <Glyph size={28} stroke={1.5} aria-hidden="true" />
        </span>
      ) : (
        <img className={styles.thumbnail} src={picture} alt="Aperçu du fichier joint" />
      )}
      <div className={styles.text}>
        <Text fw={600} className={styles.name}>
          {file === null ? 'Fichier joint' : nameOf(file)}
        </Text>
        {file === null ? null : (
          <Text size="xs" c="dimmed">
            {formatBytes(file.size)}
          </Text>
        )}
      </div>
      {children}
    </Group>
  );
}

// Names given by cameras (IMG_20261120_140512.jpg) mean nothing to people.
const nameOf = (file: File): string => (isPdf(file) ? file.name : 'Photo jointe');

type Picking =
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
function usePicking({ category, value, onChange, onBusyChange, keepFor }: Input) {
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
    if (keepFor !== undefined) keptFile.remove(keepFor);
  };
  const send = (file: File) => run((signal) => withHealthConsent(() => transmit(file, signal)), file);
  const transmit = async (file: File, signal: AbortSignal) => {
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
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a file whose upload a reload interrupted
  useEffect(() => {
    const kept = keepFor === undefined || value !== null ? null : keptFile.read(keepFor);
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

type FilePickerProps = {
  label: string;
  description?: string;
  category: FileCategory;
  /** The file's key; null while there is none. */
  value: string | null;
  onChange: (key: string | null) => void;
  /** The form's own message: « Fichier requis ! ». */
  error?: string | undefined;
  /** True while a file is prepared or uploaded: the form must not be sent. */
  onBusyChange?: (busy: boolean) => void;
  /** For whom the file is stored on the device until it is uploaded. */
  keepFor?: string;
  /** The name of the field, for the form to focus it. */
  path?: string;
  ref?: Ref<HTMLButtonElement>;
};

/** An image or a PDF from the camera or the device, uploaded at once; the form receives its key. */
export function FilePicker(props: FilePickerProps) {
  const { label, description, category, value, onChange, error, onBusyChange, path, ref } = props;
  const id = useId();
  const { picking, pick, cancel, remove, retry, hasPrevious } = usePicking({
    category,
    value,
    onChange,
    onBusyChange,
    keepFor: props.keepFor,
  });
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(picking.step);
  useEffect(() => {
    // The focused button was unmounted: keep the focus in the field.
    if (shown.current !== picking.step && document.activeElement === document.body) box.current?.focus();
    shown.current = picking.step;
  }, [picking.step]);

  const filled = picking.step === 'sent' || (picking.step === 'none' && value !== null);
  const isUploading = picking.step === 'preparing' || picking.step === 'sending';
  const problem = picking.step === 'failed' ? picking.message : isUploading ? undefined : error;
  const chooseButtons = (chooseLabel: string) => (
    <ChooseButtons
      onPick={(file) => void pick(file)}
      label={chooseLabel}
      labelledBy={`${id}-label`}
      describedBy={`${id}-about ${id}-problem`}
      path={path}
      ref={ref}
    />
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a layout of its own
    <div className={styles.field} role="group" aria-labelledby={`${id}-label`}>
      <div>
        <Text component="div" id={`${id}-label`} className={styles.label}>
          {label}
        </Text>
        <Text component="div" id={`${id}-about`} size="xs" c="dimmed">
          {description ?? 'Photo, image ou PDF, 10 Mo au plus.'}
        </Text>
      </div>
      <div
        ref={box}
        tabIndex={-1}
        className={styles.box}
        data-filled={filled || undefined}
        data-error={problem ? true : undefined}
      >
        {picking.step === 'preparing' ? (
          <SendingState progress={null} isWaiting={false} isKept={null} onCancel={cancel} />
        ) : null}
        {picking.step === 'sending' ? <SendingState {...picking} onCancel={cancel} /> : null}
        {filled ? <SentFile file={picking.step === 'sent' ? picking.file : null} /> : null}
        {filled ? (
          <div className={styles.actions}>
            {chooseButtons('Remplacer')}
            <Button
              variant="default"
              leftSection={<IconTrash size={20} aria-hidden="true" />}
              onClick={remove}
            >
              Retirer
            </Button>
          </div>
        ) : null}
        {picking.step === 'none' && !filled ? chooseButtons('Choisir un fichier') : null}
        {picking.step === 'failed' ? (
          <div className={styles.actions}>
            {retry === null ? null : (
              <Button leftSection={<IconRefresh size={20} aria-hidden="true" />} onClick={() => void retry()}>
                Réessayer
              </Button>
            )}
            {chooseButtons('Choisir un autre fichier')}
            {hasPrevious ? (
              <Button variant="default" onClick={cancel}>
                Garder le précédent
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      <div
        id={`${id}-problem`}
        className={styles.error}
        role={picking.step === 'failed' ? 'alert' : undefined}
      >
        {problem}
      </div>
      <VisuallyHidden role="status">{announcement(picking)}</VisuallyHidden>
    </div>
  );
}

/** Announced once per step, not for every percent. */
function announcement(picking: Picking): string {
  if (picking.step === 'preparing') return 'Préparation du fichier…';
  if (picking.step === 'sent') return 'Fichier envoyé.';
  if (picking.step !== 'sending') return '';
  return picking.isWaiting ? waitingText(picking.isKept) : 'Envoi du fichier…';
}
