import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { type Ref, useEffect, useId, useRef } from 'react';
import { ChooseButtons } from './picking/ChooseButtons.tsx';
import styles from './picking/picking.module.css';
import { SendingState, waitingText } from './picking/SendingState.tsx';
import { SentFile } from './picking/SentFile.tsx';
import { type Picking, usePicking } from './picking/use-picking.ts';

type Props = {
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
export function FilePicker(props: Props) {
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
