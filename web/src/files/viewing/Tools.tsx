import { ActionIcon } from '@mantine/core';
import { type Icon, IconMaximize, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { View } from './use-view.ts';
import styles from './viewing.module.css';
import '@mantine/core/styles/ActionIcon.layer.css';

type Props = { view: View; children?: ReactNode };

/** Buttons for zoom and rotation; `children` are those for the pages of a PDF. */
export function Tools({ view, children }: Props) {
  const { zoom } = view;
  return (
    <div className={styles.tools} role="toolbar" aria-label="Affichage du fichier">
      <Tool icon={IconZoomOut} label="Réduire" onClick={view.reduce} disabled={zoom === 1} />
      <Tool icon={IconZoomIn} label="Agrandir" onClick={view.enlarge} disabled={view.largest} />
      <Tool icon={IconMaximize} label="Voir en entier" onClick={view.reset} disabled={zoom === 1} />
      <Tool icon={IconRotateClockwise} label="Pivoter" onClick={view.turn} />
      {children}
    </div>
  );
}

type ToolProps = { icon: Icon; label: string; onClick: () => void; disabled?: boolean };

/** `aria-disabled` instead of `disabled`, so that the button keeps the focus. */
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
