import { ActionIcon } from '@mantine/core';
import { type Icon, IconMaximize, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Looking } from './use-looking.ts';
import styles from './viewing.module.css';
import '@mantine/core/styles/ActionIcon.layer.css';

type Props = { looking: Looking; children?: ReactNode };

/** Zoom and rotation; holds the pages of a PDF. */
export function Tools({ looking, children }: Props) {
  const { zoom } = looking;
  return (
    <div className={styles.tools} role="toolbar" aria-label="Affichage du fichier">
      <Tool icon={IconZoomOut} label="Réduire" onClick={looking.reduce} disabled={zoom === 1} />
      <Tool icon={IconZoomIn} label="Agrandir" onClick={looking.enlarge} disabled={looking.largest} />
      <Tool icon={IconMaximize} label="Voir en entier" onClick={looking.reset} disabled={zoom === 1} />
      <Tool icon={IconRotateClockwise} label="Pivoter" onClick={looking.turn} />
      {children}
    </div>
  );
}

type ToolProps = { icon: Icon; label: string; onClick: () => void; disabled?: boolean };

/** Without `disabled` of its own, so that the focus stays on a button that has just done all it can. */
export function Tool({ icon: Glyph, label, onClick, disabled = false }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={styles.tool}
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      {...(disabled ? {} : { onClick })}
    >
      <Glyph size={22} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}
