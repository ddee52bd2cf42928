import { Button } from '@mantine/core';
import { IconCamera, IconFileUpload } from '@tabler/icons-react';
import { type ChangeEvent, type Ref, useRef } from 'react';
import styles from './picking.module.css';

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
export function ChooseButtons({ onPick, label, labelledBy, describedBy, path, ref }: Props) {
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
